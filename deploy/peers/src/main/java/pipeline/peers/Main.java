package pipeline.peers;

/**
 * Entry point: {@code java -jar peers.jar PORT}: servlets that answer and publish nothing, until
 * the program is ended.
 */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    try (PeerTomcat tomcat = PeerTomcat.start(Integer.parseInt(args[0]))) {
      tomcat.await();
    }
  }
}
