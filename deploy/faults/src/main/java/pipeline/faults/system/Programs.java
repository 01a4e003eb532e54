package pipeline.faults.system;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import pipeline.lab.process.Program;
import pipeline.lab.system.CommandLines;
import pipeline.lab.system.Jars;

/**
 * The command lines of a run's programs, with the agent of the module {@code hooks} for those that
 * are to crash or to miscount. Immutable.
 */
public final class Programs implements Closeable {
  /** The exit status of a program that refuses its arguments or input. */
  public static final int BAD_INPUT = 2;

  /** The exit status of a program that died by signal 9, or at a crash point. */
  static final int KILLED = 137;

  /** The exit status of a program that its heap was too small for. */
  public static final int OUT_OF_MEMORY = 3;

  private static final List<String> JVM =
      List.of(
          "-Xmx128m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xshare:auto",
          "-XX:+ExitOnOutOfMemoryError");

  private static final int CLIENT_TIMEOUT_SECONDS = 3;
  private static final int CONSUMER_THREADS = 4;

  /** The agent that injects faults. */
  private static final String AGENT = "deploy/hooks";

  private static final List<String> MODULES = List.of("client", "server", "consumer", AGENT);

  private final Jars jars;
  private final Path oracle;

  /**
   * Copies the jars.
   *
   * @param root the checkout, with the jars built
   * @throws IOException a jar is missing
   */
  public Programs(Path root) throws IOException {
    oracle = root.resolve("deploy").resolve("lib").resolve("oracle.py");
    jars = Jars.copiedFrom(root, MODULES);
  }

  /** The script that computes the counts of generated requests. */
  Path oracle() {
    return oracle;
  }

  /** Removes the copies. */
  @Override
  public void close() throws IOException {
    jars.close();
  }

  ProcessBuilder server(
      int port,
      String brokerUrl,
      BrokerQueue queue,
      Map<String, String> settings,
      List<String> faults) {
    return new CommandLines(jars, brokerUrl)
        .server(port, queue.name(), flags(faults))
        .with(queue.settings())
        .with(settings)
        .builder();
  }

  /**
   * @param where the options that say where the counts are kept
   * @param faults injected into the consumer; empty for none
   */
  ProcessBuilder consumer(
      List<String> where,
      Path dump,
      String brokerUrl,
      BrokerQueue queue,
      Setup setup,
      List<String> faults) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--workload", queue.counter(), "--dump", dump.toString(), "--report"));
    arguments.addAll(where);
    arguments.addAll(List.of("--prefetch", Integer.toString(setup.prefetch())));
    arguments.addAll(List.of("--commit-interval", Integer.toString(setup.commitMillis())));
    arguments.addAll(setup.consumerOptions());
    return new CommandLines(jars, brokerUrl)
        .consumer(CONSUMER_THREADS, queue.name(), flags(faults))
        .with(queue.settings())
        .plus(arguments.toArray(String[]::new))
        .builder();
  }

  /**
   * @param input the arguments for what to send
   * @param result the file for the client's numbers, written when it ends by itself
   */
  ProcessBuilder client(
      List<String> input,
      String serverUrl,
      String runId,
      Path result,
      boolean resume,
      List<String> faults) {
    Program client =
        new CommandLines(jars, "")
            .client(input, flags(faults))
            .plus("--url", serverUrl, "--run-id", runId)
            .plus("--timeout", Integer.toString(CLIENT_TIMEOUT_SECONDS))
            .plus("--json", result.toString());
    return (resume ? client.plus("--resume") : client).builder();
  }

  private String[] flags(List<String> faults) {
    List<String> flags = new ArrayList<>(JVM);
    if (!faults.isEmpty()) {
      flags.add("-javaagent:" + jars.of(AGENT) + "=" + String.join(",", faults));
    }
    return flags.toArray(String[]::new);
  }
}
