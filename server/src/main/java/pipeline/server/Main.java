package pipeline.server;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.catalina.LifecycleException;
import pipeline.server.broker.Reasons;
import pipeline.server.tomcat.TomcatServer;
import pipeline.wire.process.Build;
import pipeline.wire.process.HostNames;
import pipeline.wire.process.Nearest;
import pipeline.wire.process.Termination;
import pipeline.wire.settings.Settings;

/** Entry point: {@code java -jar server.jar}, which serves until it is told to stop. */
public final class Main {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int BAD_INPUT = 2;

  private static final Pattern SETTING = Pattern.compile("(?m)^  ([A-Z][A-Z_]+) ");
  private static final Duration TERMINATION_LIMIT = Duration.ofSeconds(8);

  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    HostNames.askAgain();
    if (List.of("-q", "--quiet").contains(String.join(" ", args))) {
      System.setProperty("log.level", "WARN"); // read when the first line is logged
    }
    TomcatServer.logToSlf4j();
    CountDownLatch stop = new CountDownLatch(1);
    Termination termination =
        Termination.onSignal(
            stop,
            TERMINATION_LIMIT,
            "server: does not end in time, exiting; open requests get no answer");
    termination.exit(
        run(args, System.getenv(), System.getProperties(), System.out, System.err, stop));
  }

  /** Serves until {@code stop} is counted down; returns the exit code. */
  static int run(
      String[] args,
      Map<String, String> environment,
      Properties properties,
      PrintStream out,
      PrintStream err,
      CountDownLatch stop)
      throws InterruptedException {
    switch (String.join(" ", args)) {
      case "", "-q", "--quiet" -> {}
      case "-h", "--help" -> {
        out.print(ServerConfig.HELP);
        return DONE;
      }
      case "-V", "--version" -> {
        out.println(Build.current().line("server.jar"));
        return DONE;
      }
      default -> {
        err.println(refusal(args[0]));
        return BAD_INPUT;
      }
    }
    ServerConfig config;
    try {
      config = ServerConfig.from(new Settings(environment, properties));
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      return BAD_INPUT;
    }
    String host = config.http().host();
    AtomicReference<String> mismatch = new AtomicReference<>();
    try (TomcatServer server =
        serving(
            config,
            why -> {
              mismatch.set(why);
              stop.countDown();
            })) {
      out.println("serving http://" + host + ":" + server.port() + "/server");
      stop.await();
      if (mismatch.get() == null) {
        return DONE;
      }
      err.println(mismatch.get());
      return BAD_INPUT;
    } catch (IOException | LifecycleException e) {
      err.println("cannot serve " + host + ":" + config.http().port() + ": " + Reasons.of(e));
      return FAILED;
    }
  }

  /** One line that names the setting or the option that was probably meant. */
  private static String refusal(String argument) {
    String setting =
        argument
            .replaceFirst("=.*", "")
            .replaceFirst("^(-D|-+)", "")
            .toUpperCase(Locale.ROOT)
            .replaceAll("[-.]", "_");
    List<String> settings =
        SETTING.matcher(ServerConfig.HELP).results().map(found -> found.group(1)).toList();
    return "server.jar takes no arguments but --help, --version and --quiet; settings come from"
        + " the environment"
        + Nearest.to(argument, List.of("--help", "--version", "--quiet"))
            .or(() -> Nearest.to(setting, settings))
            .map(name -> "; did you mean " + name + "?")
            .orElse("");
  }

  /**
   * Tomcat with the pipeline's application, as {@link PipelineListener} puts it together.
   *
   * @param onMismatch told why no line can be taken with these settings
   */
  static TomcatServer serving(ServerConfig config, Consumer<String> onMismatch)
      throws IOException, LifecycleException {
    PipelineListener.Serving serving = new PipelineListener.Serving(config, onMismatch);
    return new TomcatServer(
        config.http(),
        context -> {
          context.getServletContext().setAttribute(serving.getClass().getName(), serving);
          context.addApplicationListener(PipelineListener.class.getName());
        });
  }
}
