package pipeline.rig;

import java.nio.file.Path;
import java.util.List;

/** The pipeline's own programs, told what the rig's spec says. Immutable. */
public record OurPrograms(Jars jars) implements Programs {

  @Override
  public Program server(Rig rig, int port) {
    return server(rig, port, rig.spec().tuning(Component.SERVER));
  }

  /** The command of a server with another tuning than the spec has. */
  public Program server(Rig rig, int port, Spec.Tuning tuning) {
    Spec spec = rig.spec();
    return new CommandLines(jars, rig.amqp(Link.PUBLISH))
        .server(port, spec.queue(), flags(tuning))
        .with("WORKLOAD", spec.workload().spelled())
        .with(spec.settings())
        .with(tuning.settings());
  }

  @Override
  public Program consumer(Rig rig, String counter, Path state) {
    return consumer(rig, counter, state, rig.spec().tuning(Component.CONSUMER));
  }

  /** The command of a consumer with another tuning than the spec has. */
  public Program consumer(Rig rig, String counter, Path state, Spec.Tuning tuning) {
    Spec spec = rig.spec();
    Program consumer =
        new CommandLines(jars, rig.amqp(Link.CONSUME))
            .consumer(spec.consumerThreads(), spec.queue(), flags(tuning))
            .with(spec.settings())
            .with(tuning.settings())
            .plus("--workload", counter)
            .plus("--dump", rig.dump(counter).toString(), "--report")
            .plus(tuning.arguments().toArray(String[]::new));
    return switch (spec.store()) {
      case DEFAULT -> consumer;
      case FILE -> consumer.plus("--state", state.toString());
      // by its environment: no password in a command line
      case REDIS -> consumer.plus("--store", "redis").with("REDIS_URL", rig.redis());
    };
  }

  /**
   * A client that sends to the rig.
   *
   * @param input what it sends, and with how many threads
   */
  public Program client(Rig rig, List<String> input) {
    return client(rig, input, rig.spec().tuning(Component.CLIENT));
  }

  /** A client with another tuning than the spec has. */
  public Program client(Rig rig, List<String> input, Spec.Tuning tuning) {
    Program client = new CommandLines(jars, "").client(input, flags(tuning));
    for (String url : rig.urls()) {
      client = client.plus("--url", url);
    }
    return client.plus(tuning.arguments().toArray(String[]::new));
  }

  private static String[] flags(Spec.Tuning tuning) {
    return tuning.flags().toArray(String[]::new);
  }
}
