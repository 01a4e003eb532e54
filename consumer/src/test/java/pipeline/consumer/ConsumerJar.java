package pipeline.consumer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;

/** The finished {@code consumer.jar}, and the files that it writes. */
public final class ConsumerJar {
  private static final Path AGENT = Path.of("..", "deploy", "hooks", "target", "hooks.jar");
  private static final Path JAR = Path.of("target", "consumer.jar");

  private ConsumerJar() {}

  /**
   * Starts the jar.
   *
   * @param directory for what it writes
   * @param jvmOptions such as {@code -Xmx64m}
   */
  public static ChildProcess start(
      Path directory, String url, List<String> jvmOptions, String... args) throws IOException {
    List<String> options = new ArrayList<>(List.of("-Xmx1g"));
    options.addAll(jvmOptions);
    ProcessBuilder builder = Java.jar(JAR, options, args);
    builder.environment().put("RABBITMQ_URL", url);
    return ChildProcess.startApart("consumer", builder, directory);
  }

  /** The JVM options with which deploy/ec2 starts the jar. */
  public static List<String> memoryOfTheUnit() throws IOException {
    String unit =
        Files.readString(Path.of("..", "deploy", "ec2", "pipeline-consumer.service"))
            .replace("\\\n", " ");
    Matcher memory = Pattern.compile("\"MEMORY=([^\"]+)\"").matcher(unit);
    if (!memory.find()) {
      throw new IOException("the unit says nothing about memory");
    }
    return List.of(memory.group(1).strip().split("\\s+"));
  }

  /**
   * The JVM option that injects faults.
   *
   * @param faults such as {@code con.afterClaim:2}, the place at which the process is to die; see
   *     the module {@code hooks}
   */
  public static String withFaults(String faults) {
    return "-javaagent:" + AGENT + "=" + faults;
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
}
