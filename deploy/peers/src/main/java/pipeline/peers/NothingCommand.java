package pipeline.peers;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves {@link NothingServlet} until it is ended. */
@Command(name = "nothing", description = "A servlet that answers 200 and does nothing.")
final class NothingCommand implements Callable<Integer> {
  @Option(names = "--port", required = true)
  private int port;

  @Override
  public Integer call() throws Exception {
    try (PeerTomcat tomcat = PeerTomcat.start(port, new NothingServlet())) {
      tomcat.await();
    }
    return 0;
  }
}
