package pipeline.peers;

import java.util.Map;

/**
 * Entry point: {@code java -jar peers.jar PORT}: servlets that answer and publish nothing, until
 * the program is ended.
 */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    try (PeerTomcat tomcat =
        PeerTomcat.start(
            Integer.parseInt(args[0]),
            Map.of(PeerTomcat.LINES, new NothingServlet(), PeerTomcat.RIDES, new RideServlet()))) {
      tomcat.await();
    }
  }
}
