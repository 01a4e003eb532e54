package pipeline.rig;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import pipeline.testkit.process.Java;
import pipeline.testkit.process.Tool;
import pipeline.wire.workload.Workload;

/**
 * The programs that a {@link Rig} starts: the pipeline's own, told what the spec says. A subclass
 * may have other servers, or other tunings.
 */
public class OurPrograms {
  static final String LOOPBACK = "127.0.0.1";
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private final Jars jars;

  public OurPrograms(Jars jars) {
    this.jars = jars;
  }

  /** The URL of a server that a client is given; it knows the path below. */
  public static String url(int port) {
    return "http://" + LOOPBACK + ":" + port + "/server";
  }

  /** The URL that lines are posted to. */
  public static String lines(int port) {
    return url(port) + "/textbody/wordcount";
  }

  /** The client's options for generated requests. */
  public static List<String> generated(Workload workload, long requests, long seed) {
    return List.of(
        "--workload", workload.spelled(), "--requests", "" + requests, "--seed", "" + seed);
  }

  /** What a component is started with. */
  protected Tuning tuning(Rig rig, Component component) {
    return rig.spec().tuning(component);
  }

  /**
   * The command of a server.
   *
   * @param rig that the server is part of
   * @param port where the server listens
   */
  public Program server(Rig rig, int port) throws IOException {
    Spec spec = rig.spec();
    Tuning tuning = tuning(rig, Component.SERVER);
    return jar("server", tuning.flags())
        .with("SERVER_HOST", LOOPBACK)
        .with("SERVER_PORT", Integer.toString(port))
        .with("RABBITMQ_URL", rig.amqp(Link.PUBLISH))
        .with("QUEUE", spec.queue())
        .with("WORKLOAD", spec.workload.spelled())
        .with(tuning.settings());
  }

  /**
   * HAProxy before the servers, with the configuration of {@code deploy/haproxy}.
   *
   * @param port where it listens
   * @param directory for its configuration
   */
  Program balancer(Rig rig, int port, Path directory) throws IOException {
    Path root = rig.services().root();
    List<String> config = new ArrayList<>();
    config.add(root.resolve("deploy/haproxy/config").toString());
    config.add(rig.spec().balancer);
    rig.serverPorts().forEach(server -> config.add(LOOPBACK + ":" + server));
    Path file = directory.resolve("haproxy-" + port + ".cfg");
    Files.writeString(file, Tool.run(Map.of(), config));
    return Program.of("balancer", "/usr/sbin/haproxy", "-db", "-f", file.toString())
        .with("BALANCER_ADDRESS", LOOPBACK + ":" + port);
  }

  /**
   * The command of a consumer.
   *
   * @param rig that the consumer is part of
   * @param counter the consumer's workload
   * @param state a directory for the counts, if they are kept in files
   */
  public Program consumer(Rig rig, String counter, Path state) {
    Spec spec = rig.spec();
    Tuning tuning = tuning(rig, Component.CONSUMER);
    Program consumer =
        jar("consumer", tuning.flags())
            .plus(Integer.toString(spec.consumerThreads), "--workload", counter)
            .plus("--dump", rig.dump(counter).toString(), "--report")
            .plus(tuning.arguments().toArray(String[]::new))
            .with("RABBITMQ_URL", rig.amqp(Link.CONSUME))
            .with("QUEUE", spec.queue())
            .with(tuning.settings());
    return switch (spec.store) {
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
    Tuning tuning = tuning(rig, Component.CLIENT);
    Program client = jar("client", tuning.flags()).plus(input.toArray(String[]::new));
    for (String url : rig.urls()) {
      client = client.plus("--url", url);
    }
    return tuning.placed(client.plus(tuning.arguments().toArray(String[]::new)));
  }

  /**
   * A program of Flink that has the job of {@code deploy/flink} on its class path.
   *
   * @param main the class of the program, which takes a directory of configuration
   */
  Program flink(String main, List<String> flags) throws IOException {
    Path module = jars.root().resolve("deploy/flink");
    String libraries = Files.readString(module.resolve("target/cluster.classpath"));
    return Program.of("flink", JAVA, "--add-opens", "java.base/java.util=ALL-UNNAMED")
        .plus(flags.toArray(String[]::new))
        .plus("-cp", jars.of("deploy/flink") + File.pathSeparator + libraries, main)
        .plus("--configDir", module.toString());
  }

  /** The program of a module, such as {@code deploy/peers}, without any arguments yet. */
  public Program jar(String module, List<String> flags) {
    List<String> java = Java.jar(jars.of(module), flags).command();
    return new Program(Path.of(module).getFileName().toString(), java, Map.of());
  }
}
