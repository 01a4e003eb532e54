package pipeline.faults;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipException;

/**
 * How the finished programs are started: the same jars that users start, with the agent of the
 * module {@code hooks} attached to those that are to crash or to miscount. Immutable.
 */
final class Programs implements Closeable {
  /** The exit status of a program that refuses its arguments or input. */
  static final int BAD_INPUT = 2;

  /** The exit status of a program that died by signal 9, or at a crash point. */
  static final int KILLED = 137;

  private static final List<String> JVM =
      List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-Xmx128m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xshare:auto");

  private static final int CLIENT_TIMEOUT_SECONDS = 3;
  private static final int CONSUMER_THREADS = 4;

  /** The modules whose jars are used; {@code hooks} is the agent that injects faults. */
  private static final List<String> MODULES =
      List.of("client", "server", "consumer", "deploy/hooks");

  private final Path jars;
  private final Path oracle;

  /**
   * Copies the jars, so that a build in the meantime does not pull them from under the programs.
   *
   * @param root the checkout, with the jars built
   * @throws IOException a jar is missing
   */
  Programs(Path root) throws IOException {
    for (String module : MODULES) {
      Path built = built(root, module);
      if (!Files.isReadable(built)) {
        throw new IOException(built + " is missing (mvn package builds it)");
      }
    }
    oracle = root.resolve("deploy").resolve("lib").resolve("oracle.py");
    jars = Files.createTempDirectory("chaos-jars");
    for (String module : MODULES) {
      Path built = built(root, module);
      Path copy = jars.resolve(built.getFileName());
      Files.copy(built, copy);
      checkComplete(copy);
    }
  }

  private static void checkComplete(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      if (jar.getManifest() == null) {
        throw new IOException(file.getFileName() + " has no manifest");
      }
    } catch (ZipException e) {
      throw new IOException(file.getFileName() + " is not whole; is it being built?", e);
    }
  }

  /** Each module's jar is named as its folder is. */
  private static Path built(Path root, String module) {
    Path folder = root.resolve(module);
    return folder.resolve("target").resolve(folder.getFileName() + ".jar");
  }

  private Path jar(String name) {
    return jars.resolve(name + ".jar");
  }

  /** The script that knows what generated requests come to. */
  Path oracle() {
    return oracle;
  }

  /** Removes the copies. */
  @Override
  public void close() throws IOException {
    RunFiles.deleteTree(jars);
  }

  ProcessBuilder server(
      int port,
      String brokerUrl,
      BrokerQueue queue,
      Map<String, String> settings,
      List<String> faults) {
    ProcessBuilder builder = java("server", faults, List.of());
    Map<String, String> environment = builder.environment();
    environment.put("RABBITMQ_URL", brokerUrl);
    environment.putAll(queue.settings());
    environment.put("SERVER_HOST", "127.0.0.1");
    environment.put("SERVER_PORT", Integer.toString(port));
    environment.putAll(settings);
    return builder;
  }

  /**
   * @param where the options that say where the counts are kept
   * @param faults injected into it; empty for none
   */
  ProcessBuilder consumer(
      List<String> where,
      Path dump,
      String brokerUrl,
      BrokerQueue queue,
      Setup setup,
      List<String> faults) {
    List<String> arguments = new ArrayList<>();
    arguments.add(Integer.toString(CONSUMER_THREADS));
    arguments.addAll(List.of("--workload", queue.counter(), "--dump", dump.toString(), "--report"));
    arguments.addAll(where);
    arguments.addAll(List.of("--prefetch", Integer.toString(setup.prefetch())));
    arguments.addAll(List.of("--commit-interval", Integer.toString(setup.commitMillis())));
    arguments.addAll(setup.consumerOptions());
    ProcessBuilder builder = java("consumer", faults, arguments);
    builder.environment().put("RABBITMQ_URL", brokerUrl);
    builder.environment().putAll(queue.settings());
    return builder;
  }

  /**
   * @param input what it is told to send
   */
  ProcessBuilder client(List<String> input, String serverUrl, String runId, boolean resume) {
    List<String> arguments = new ArrayList<>(input);
    arguments.addAll(List.of("--url", serverUrl, "--run-id", runId));
    arguments.addAll(List.of("--timeout", Integer.toString(CLIENT_TIMEOUT_SECONDS)));
    if (resume) {
      arguments.add("--resume");
    }
    return java("client", List.of(), arguments);
  }

  private ProcessBuilder java(String name, List<String> faults, List<String> arguments) {
    List<String> command = new ArrayList<>(JVM);
    if (!faults.isEmpty()) {
      command.add("-javaagent:" + jar("hooks") + "=" + String.join(",", faults));
    }
    command.addAll(List.of("-jar", jar(name).toString()));
    command.addAll(arguments);
    return new ProcessBuilder(command);
  }
}
