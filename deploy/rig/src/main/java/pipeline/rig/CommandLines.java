package pipeline.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import pipeline.testkit.process.Tool;

/** The command lines of our programs and of those that they are compared with. Immutable. */
public final class CommandLines {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private final Jars jars;
  private final String amqp;

  /**
   * @param amqp the broker's URL
   */
  public CommandLines(Jars jars, String amqp) {
    this.jars = jars;
    this.amqp = amqp;
  }

  /** The URL that our client is given; it knows the path below. */
  public static String base(int port) {
    return "http://" + LOOPBACK + ":" + port + "/server";
  }

  /** The URL that lines are posted to. */
  public static String lines(int port) {
    return base(port) + "/textbody/wordcount";
  }

  /**
   * Our server, by default with group commit, confirmed, mandatory, persistent.
   *
   * @param flags of its JVM
   */
  public Program server(int port, String queue, String... flags) {
    return ours("server", flags)
        .with("SERVER_HOST", LOOPBACK)
        .with("SERVER_PORT", Integer.toString(port))
        .with("RABBITMQ_URL", amqp)
        .with("QUEUE", queue);
  }

  /**
   * The server as server.war, in a stock Tomcat that is unpacked and configured here.
   *
   * @param server with its settings; address and threads become Tomcat's
   * @param folder for the Tomcat, which the caller removes
   * @param flags of its JVM
   */
  public Program war(Program server, Path folder, String... flags) throws IOException {
    Map<String, String> settings = server.environment();
    String port = settings.get("SERVER_PORT");
    String tomcat = Files.createDirectories(folder.resolve("tomcat-" + port)).toString();
    Path deploy = jars.root().resolve("deploy");
    Tool.run(
        "tar",
        "-xzf",
        deploy.resolve(".cache/tomcat.tar.gz").toString(),
        "-C",
        tomcat,
        "--strip-components=1");
    List<String> configure = new ArrayList<>();
    configure.add(deploy.resolve("tomcat/configure").toString());
    configure.addAll(List.of(tomcat, jars.of(Jars.WAR).toString()));
    configure.addAll(List.of("--port", port, "--address", settings.get("SERVER_HOST")));
    if (settings.containsKey("SERVER_THREADS")) {
      configure.addAll(List.of("--max-threads", settings.get("SERVER_THREADS")));
    }
    Tool.run(Map.of(), configure);
    // the script replaces itself by the JVM, so the process that is measured is Tomcat
    return Program.of("war", tomcat + "/bin/catalina.sh", "run")
        .with(settings)
        .with("JRE_HOME", System.getProperty("java.home"))
        .with("CATALINA_HOME", tomcat)
        .with("CATALINA_BASE", tomcat)
        .with("CATALINA_OPTS", String.join(" ", flags));
  }

  /**
   * A consumer that keeps its counts as it does by default.
   *
   * @param flags of its JVM
   */
  public Program consumer(int threads, String queue, String... flags) {
    return ours("consumer", flags)
        .plus(Integer.toString(threads))
        .with("RABBITMQ_URL", amqp)
        .with("QUEUE", queue);
  }

  /**
   * A client that still has to be told where to send.
   *
   * @param input what to send, and with how many threads
   * @param flags of its JVM
   */
  public Program client(List<String> input, String... flags) {
    return ours("client", flags).plus(input.toArray(String[]::new));
  }

  /**
   * The reference design's server on Spring Boot with spring-rabbit.
   *
   * @param profile of Spring: confirmed, unconfirmed or nothing
   */
  public Program spring(int port, String queue, String profile) {
    return Program.of("spring", JAVA, "-jar", jars.of("deploy/peers-spring").toString())
        .with("SERVER_ADDRESS", LOOPBACK)
        .with("SERVER_PORT", Integer.toString(port))
        .with("SPRING_RABBITMQ_ADDRESSES", amqp)
        .with("SPRING_PROFILES_ACTIVE", profile)
        .with("QUEUE", queue);
  }

  /** A server that answers, and does nothing else. */
  public Program nothing(int port) {
    return peer("nothing", "nothing", "--port", Integer.toString(port));
  }

  /** The program that declares a queue and publishes to it; without a text it only declares. */
  public Program backlog(String queue) {
    return peer("backlog", "backlog", "--amqp", amqp, "--queue", queue);
  }

  /** A program of {@code deploy/peers}. */
  private Program peer(String name, String... arguments) {
    return Program.of(name, JAVA, "-jar", jars.of("deploy/peers").toString()).plus(arguments);
  }

  /** A program of ours without any arguments yet. */
  public Program ours(String module, String... flags) {
    String name = Path.of(module).getFileName().toString();
    return Program.of(name, JAVA).plus(flags).plus("-jar", jars.of(module).toString());
  }
}
