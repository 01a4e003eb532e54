package pipeline.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import pipeline.lab.process.Program;
import pipeline.lab.process.RunningProgram;
import pipeline.lab.system.ServerProbe;
import pipeline.peers.Measurements.Row;

/**
 * Load generators with 32 connections on core 0 against nginx on core 1, which answers a constant.
 * Ours runs in a JVM that starts cold: its rate and latencies are those after the warm-up, its CPU
 * that of the whole run, warm-up included in time and in requests.
 *
 * <p>On one core Go runs hey with {@code GOMAXPROCS=1}. A round takes minutes, within which the
 * machine's speed may change by half, so hey comes right after ours, but in the rounds that begin
 * with it: its seconds follow the measured ones of ours, which are the last of its run.
 */
final class ClientBench implements Bench {
  private static final int THREADS = 32;
  private static final String BENCH = "client";

  /** The compilers share the core with 32 busy threads: they were seen to end after 36 s. */
  private static final int SHORTEST_WARMUP = 45;

  private final BenchOptions options;
  private final Programs programs;
  private final LoadGenerator load;
  private final int port;

  ClientBench(BenchOptions options, Measurements measurements, int port) {
    this.options = options;
    this.programs = new Programs(options);
    this.load = new LoadGenerator(options.out().resolve("logs"), measurements);
    this.port = port;
  }

  private record Contender(String name, Program program, Function<String, LoadResult> reading) {}

  @Override
  public void round(int round) throws IOException, InterruptedException {
    Path logs = options.out().resolve("logs");
    try (RunningProgram nginx =
        RunningProgram.start(programs.nginx(configuration()).pinnedTo(1), logs)) {
      new ServerProbe(port).awaitPost(nginx);
      for (Contender contender : Rotation.of(contenders(), round)) {
        Row row = new Row(BENCH, THREADS + " threads, one core", contender.name());
        load.measure(contender.program().pinnedTo(0), limit(), contender.reading(), row);
      }
    }
  }

  private List<Contender> contenders() throws IOException {
    int seconds = options.seconds();
    int warmup = Math.max(SHORTEST_WARMUP, options.warmup());
    Program ours = programs.warmClient(port, THREADS, warmup);
    return List.of(
        new Contender(
            "wrk", programs.wrk(port, PostLoad.single(THREADS), seconds), LoadResult::ofWrk),
        new Contender("ab", programs.ab(port, THREADS, seconds), LoadResult::ofAb),
        new Contender(
            Contenders.OURS + " with --csv", ours.plus("--csv", csv()), LoadResult::ofClient),
        new Contender(Contenders.OURS, ours, LoadResult::ofClient),
        new Contender("hey", programs.hey(port, THREADS, seconds), LoadResult::ofHey));
  }

  private String csv() {
    return options.out().resolve("client.csv").toString();
  }

  private Path configuration() throws IOException {
    Path folder = Files.createDirectories(options.out().resolve("nginx"));
    String text =
        """
        daemon off;
        worker_processes 1;
        pid %1$s/pid;
        error_log %1$s/error.log;
        events { worker_connections 1024; }
        http {
          access_log off;
          client_body_temp_path %1$s;
          keepalive_requests 1000000000;
          server {
            listen 127.0.0.1:%2$d;
            default_type application/json;
            location / { return 200 '{"message":0}'; }
          }
        }
        """
            .formatted(folder, port);
    return Files.writeString(folder.resolve("nginx.conf"), text);
  }

  private Duration limit() {
    return Duration.ofSeconds(120L + options.warmup() + 20L * options.seconds());
  }
}
