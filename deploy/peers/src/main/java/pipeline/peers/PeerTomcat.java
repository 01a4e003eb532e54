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
 * Runs servlets on an embedded Tomcat 9 on the loopback, which keeps its connections as our own
 * server does. Unlike our server, it has Tomcat's own 200 threads, since the threads of peers wait.
 */
final class PeerTomcat implements AutoCloseable {
  private static final String CONTEXT_PATH = "/server";

  private final Tomcat tomcat = new Tomcat();

  private PeerTomcat() {}

  /**
   * Listens when this returns.
   *
   * @param port 0 for one that the system chooses
   */
  static PeerTomcat start(int port) throws IOException, LifecycleException {
    PeerTomcat peer = new PeerTomcat();
    Path base = Files.createTempDirectory("peer-tomcat");
    peer.tomcat.setBaseDir(base.toString());
    peer.tomcat.setConnector(connector(port));
    Context context = peer.tomcat.addContext(CONTEXT_PATH, base.toString());
    Tomcat.addServlet(context, "rides", new RideServlet()).addMapping("/skiers/*");
    // client.jar also says when a run has ended, which a peer ignores
    Wrapper nothing = Tomcat.addServlet(context, "nothing", new NothingServlet());
    nothing.addMapping("/textbody/*");
    nothing.addMapping("/runs/*");
    peer.tomcat.start();
    // Tomcat makes this folder and puts nothing there; so a peer that is killed leaves none
    ExpandWar.delete(base.toFile());
    return peer;
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

  /** Returns when the server was stopped, which for a peer is done by SIGTERM. */
  void await() {
    tomcat.getServer().await();
  }

  @Override
  public void close() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
  }
}
