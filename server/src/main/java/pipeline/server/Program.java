package pipeline.server;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.catalina.LifecycleException;
import pipeline.wire.settings.Settings;

/** The whole program, without the process around it. */
final class Program {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int BAD_INPUT = 2;

  private Program() {}

  /** Serves until {@code stop} returns; the exit code. */
  static int run(
      String[] args,
      Map<String, String> environment,
      Properties properties,
      PrintStream out,
      PrintStream err,
      StopSignal stop)
      throws InterruptedException {
    if (List.of(args).contains("--help")) {
      out.print(SettingsHelp.text());
      return DONE;
    }
    if (args.length > 0) {
      err.println("server.jar takes no arguments but --help; settings come from the environment");
      return BAD_INPUT;
    }
    ServerConfig config;
    try {
      config = ServerConfig.from(new Settings(environment, properties));
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      return BAD_INPUT;
    }
    String host = config.http().host();
    try (TomcatServer server = TomcatServer.of(config)) {
      out.println("serving http://" + host + ":" + server.port() + "/server");
      stop.await();
      return DONE;
    } catch (IOException | LifecycleException e) {
      err.println("cannot serve " + host + ":" + config.http().port() + ": " + Reasons.of(e));
      return FAILED;
    }
  }
}
