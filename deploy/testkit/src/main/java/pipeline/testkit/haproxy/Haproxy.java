package pipeline.testkit.haproxy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import pipeline.testkit.process.Tool;

/** HAProxy on the loopback, with the configuration of {@code deploy/haproxy}. */
public final class Haproxy {
  private static final String LOOPBACK = "127.0.0.1:";

  private Haproxy() {}

  /**
   * Writes the configuration of HAProxy.
   *
   * @param checkout the folder that {@code deploy/haproxy} is in
   * @param mode {@code http} or {@code tcp}
   * @param servers the ports of the servers behind it
   * @param port where HAProxy is to listen
   * @param directory for the configuration; made if it is missing
   * @return the command that starts it; the process is HAProxy's own, and writes to its stderr
   * @throws IOException also if the mode is another
   */
  public static List<String> command(
      Path checkout, String mode, List<Integer> servers, int port, Path directory)
      throws IOException {
    List<String> config = new ArrayList<>();
    config.add(checkout.resolve("deploy/haproxy/config").toString());
    config.add(mode);
    servers.forEach(server -> config.add(LOOPBACK + server));
    Path file = Files.createDirectories(directory).resolve("haproxy-" + port + ".cfg");
    Files.writeString(file, Tool.run(Map.of(), config));
    String address = "BALANCER_ADDRESS=" + LOOPBACK + port;
    return List.of("env", address, "/usr/sbin/haproxy", "-db", "-f", file.toString());
  }
}
