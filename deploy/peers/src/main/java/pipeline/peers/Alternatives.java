package pipeline.peers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Our pipeline with everything on, as it comes and with one setting changed, and a small servlet in
 * the forms that ours cannot be set to: the measurement behind each default.
 */
final class Alternatives {
  private final BenchOptions options;
  private final Programs programs;
  private final Contenders contenders;
  private int queues;

  Alternatives(BenchOptions options) {
    this.options = options;
    this.programs = new Programs(options);
    this.contenders = new Contenders(options, programs);
  }

  List<Contender> contenders() throws IOException {
    List<Contender> all = new ArrayList<>();
    all.add(contender(Contenders.OURS, Map.of()));
    all.add(set("CHANNELS", "2"));
    all.add(set("CHANNELS", "4"));
    all.add(set("BATCH_ENTRIES", "10"));
    all.add(set("BATCH_ENTRIES", "30"));
    all.add(set("PUBLISH", "per-request"));
    all.add(set("CONFIRM", "none"));
    all.add(set("DELIVERY", "transient"));
    all.add(contender("QUEUE_TYPE=quorum", Map.of("QUEUE_TYPE", "quorum")));
    all.add(set("SERVER_THREADS", "2"));
    all.add(set("SERVER_THREADS", "50"));
    all.add(jvm("-XX:+UseSerialGC"));
    all.add(jvm("-XX:+UseParallelGC"));
    all.add(jvm("-XX:+UseG1GC"));
    all.add(small("asynchronous"));
    all.add(small("blocking threads", "--blocking"));
    all.add(small("2 connections", "--connections", "2"));
    return all;
  }

  private Contender set(String setting, String value) throws IOException {
    return contender(setting + "=" + value, Map.of(setting, value));
  }

  /** Of the server and the consumer. */
  private Contender jvm(String flag) throws IOException {
    return contender(flag, Map.of(), flag);
  }

  /** What our server has no setting for, each beside the same small servlet as it comes. */
  private Contender small(String form, String... flags) throws IOException {
    return contenders.whole(
        "small servlet, " + form,
        newQueue(),
        (port, queue) -> programs.grouped(port, queue, flags),
        queue -> programs.statefulConsumer(options.threads(), queue));
  }

  private Contender contender(String name, Map<String, String> settings, String... flags)
      throws IOException {
    return contenders.whole(
        name,
        newQueue(),
        (port, queue) -> programs.server(port, queue, flags).with(settings),
        queue -> programs.statefulConsumer(options.threads(), queue, flags).with(settings));
  }

  private String newQueue() {
    return "bench-alternative-" + ++queues;
  }
}
