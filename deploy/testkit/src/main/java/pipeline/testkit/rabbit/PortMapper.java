package pipeline.testkit.rabbit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;

/**
 * Erlang's port mapper, by which the nodes of one cluster find each other, and their common home,
 * which has their cookie. Thread-safe.
 *
 * @param environment of its nodes
 */
record PortMapper(Map<String, String> environment, ChildProcess process) {
  /** Starts nothing yet. */
  static PortMapper in(Path home, RabbitInstallation installation) throws IOException {
    String port = Integer.toString(FreePort.find());
    ProcessBuilder epmd =
        new ProcessBuilder("setsid", installation.epmd(), "-address", "127.0.0.1", "-port", port)
            .directory(home.toFile());
    return new PortMapper(
        Map.of("HOME", home.toString(), "ERL_EPMD_PORT", port, "ERL_EPMD_ADDRESS", "127.0.0.1"),
        ChildProcess.supervised("epmd", before -> epmd, status -> false, home.resolve("epmd.log")));
  }
}
