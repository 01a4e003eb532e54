package pipeline.testkit.rabbit;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;

/**
 * Erlang's port mapper, by which the nodes of one cluster find each other, and their common home,
 * which has their cookie. Thread-safe.
 */
final class PortMapper implements Closeable {
  private final Map<String, String> environment;
  private final ChildProcess process;

  /** Starts nothing yet. */
  PortMapper(RabbitInstallation installation, Path home) throws IOException {
    String port = Integer.toString(FreePort.find());
    environment =
        Map.of("HOME", home.toString(), "ERL_EPMD_PORT", port, "ERL_EPMD_ADDRESS", "127.0.0.1");
    process =
        ChildProcess.supervised(
            "epmd",
            before ->
                new ProcessBuilder(
                        "setsid", installation.epmd(), "-address", "127.0.0.1", "-port", port)
                    .directory(home.toFile()),
            status -> false,
            home.resolve("epmd.log"));
  }

  /** The environment of the port mapper's nodes. */
  Map<String, String> environment() {
    return environment;
  }

  void start() throws IOException {
    process.start();
  }

  @Override
  public void close() {
    process.close();
  }
}
