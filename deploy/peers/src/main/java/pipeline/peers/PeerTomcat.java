package pipeline.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.ExpandWar;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http11.Http11NioProtocol;

/**
 * Entry point: {@code java -jar peers.jar PORT}, which serves until it is ended. Runs a servlet on
 * an embedded Tomcat 9 on the loopback, which keeps its connections as our own server does. Unlike
 * our server, it has Tomcat's own 200 threads, since the threads of peers wait.
 */
public final class PeerTomcat implements AutoCloseable {
  private static final String CONTEXT_PATH = "/server";

  private final Tomcat tomcat = new Tomcat();

  /**
   * Listens when this returns.
   *
   * @param port 0 for one that the system chooses
   */
  PeerTomcat(int port) throws IOException, LifecycleException {
    Path base = Files.createTempDirectory("peer-tomcat");
    tomcat.setBaseDir(base.toString());
    tomcat.setConnector(connector(port));
    Context context = tomcat.addContext(CONTEXT_PATH, base.toString());
    Wrapper servlet = Tomcat.addServlet(context, "peer", new PeerServlet());
    servlet.addMapping(PeerServlet.RIDES + "/*");
    servlet.addMapping("/textbody/*");
    // client.jar also says when a run has ended, which a peer ignores
    servlet.addMapping("/runs/*");
    tomcat.start();
    // Tomcat makes this folder and puts nothing there; so a peer that is killed leaves none
    ExpandWar.delete(base.toFile());
  }

  public static void main(String[] args) throws Exception {
    try (PeerTomcat peer = new PeerTomcat(Integer.parseInt(args[0]))) {
      // returns when the server was stopped, which for a peer is done by SIGTERM
      peer.tomcat.getServer().await();
    }
  }

  private static Connector connector(int port) {
    Http11NioProtocol protocol = new Http11NioProtocol();
    protocol.setMaxKeepAliveRequests(-1);
    Connector connector = new Connector(protocol);
    connector.setPort(port);
    connector.setProperty("address", "127.0.0.1");
    connector.setThrowOnFailure(true);
    return connector;
  }

  int port() {
    return tomcat.getConnector().getLocalPort();
  }

  @Override
  public void close() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
  }
}
