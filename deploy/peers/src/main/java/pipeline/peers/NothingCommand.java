package pipeline.peers;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs servlets that only answer, until the program is ended. */
@Command(name = "nothing", description = "Servlets that answer and publish nothing.")
final class NothingCommand implements Callable<Integer> {
  @Option(names = "--port", required = true)
  private int port;

  @Override
  public Integer call() throws Exception {
    try (PeerTomcat tomcat =
        PeerTomcat.start(
            port,
            Map.of(PeerTomcat.LINES, new NothingServlet(), PeerTomcat.RIDES, new RideServlet()))) {
      tomcat.await();
    }
    return 0;
  }
}
