package pipeline.consumer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** The finished {@code consumer.jar} as child process. */
public final class ConsumerProcess implements AutoCloseable {
  private static final Path AGENT = Path.of("..", "deploy", "hooks", "target", "hooks.jar");
  private static final Path JAR = Path.of("target", "consumer.jar");
  private static final long LIMIT_SECONDS = 60;

  private final Path out;
  private final Path err;
  private final Process process;

  private ConsumerProcess(Path directory, ProcessBuilder builder) throws IOException {
    out = Files.createTempFile(directory, "consumer", ".out");
    err = Files.createTempFile(directory, "consumer", ".err");
    process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
  }

  /**
   * Starts it.
   *
   * @param jvmOptions such as {@code -Xmx64m}
   */
  public static ConsumerProcess start(
      Path directory, String url, List<String> jvmOptions, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    command.addAll(jvmOptions);
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("RABBITMQ_URL", url);
    return new ConsumerProcess(directory, builder);
  }

  /**
   * The JVM option that injects faults.
   *
   * @param faults such as {@code con.afterClaim:2}, where it is to die; see the module {@code
   *     hooks}
   */
  public static String withFaults(String faults) {
    return "-javaagent:" + AGENT + "=" + faults;
  }

  /** The exit status, once it has ended by itself. */
  public int await() throws InterruptedException {
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("does not end: " + read(err));
    }
    return process.exitValue();
  }

  public ConsumerProcess awaitLog(String text) {
    Awaitility.await().atMost(Duration.ofSeconds(LIMIT_SECONDS)).until(() -> err().contains(text));
    return this;
  }

  /** Sends a signal, such as {@code TERM}. */
  public void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  public String out() {
    return read(out);
  }

  public String err() {
    return read(err);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The counts of a dump. */
  public static Map<String, Long> counts(Path dump) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    for (String line : Files.readAllLines(dump)) {
      String[] columns = line.split("\t", 2);
      counts.put(columns[1], Long.parseLong(columns[0]));
    }
    return counts;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
