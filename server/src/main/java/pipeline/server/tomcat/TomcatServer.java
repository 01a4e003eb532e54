package pipeline.server.tomcat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.ExpandWar;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.slf4j.bridge.SLF4JBridgeHandler;
import pipeline.server.exchange.HttpConfig;

/** Tomcat inside the program, with the same context that server.war gives to a Tomcat outside. */
public final class TomcatServer implements AutoCloseable {
  private static final String CONTEXT_PATH = "/server";
  private static final int CONNECTION_TIMEOUT_MILLIS = 10_000;

  /**
   * The time for which idle connections stay open: longer than the 60 s of balancers, so that those
   * close them first.
   */
  private static final int KEEP_ALIVE_MILLIS = 75_000;

  /**
   * The connections that may wait to be accepted: a sweep with many clients connects all at once.
   */
  private static final int ACCEPT_COUNT = 512;

  private final Tomcat tomcat = new Tomcat();

  /**
   * Sends Tomcat's warnings and errors to our own log. This changes the whole process, so only
   * server.jar may call it.
   */
  public static void logToSlf4j() {
    LogManager.getLogManager().reset();
    Logger.getLogger("").setLevel(Level.WARNING);
    SLF4JBridgeHandler.install();
  }

  /** Starts serving the servlets and listeners that {@code application} puts into the context. */
  public TomcatServer(HttpConfig config, Consumer<Context> application)
      throws IOException, LifecycleException {
    Path directory = Files.createTempDirectory("pipeline-server");
    tomcat.setBaseDir(directory.toString());
    tomcat.getServer().setPort(-1);
    tomcat.setConnector(connector(config));
    StandardHost host = (StandardHost) tomcat.getHost();
    host.setErrorReportValveClass(JsonErrorValve.class.getName());
    StandardContext context = (StandardContext) tomcat.addContext(CONTEXT_PATH, null);
    // Tomcat would redirect /server to /server/ itself, and not read the body
    context.setMapperContextRootRedirectEnabled(false);
    context.setFailCtxIfServletStartFails(true);
    application.accept(context);
    // such leaks end with the process, and the search for them needs opened modules
    context.setClearReferencesObjectStreamClassCaches(false);
    context.setClearReferencesRmiTargets(false);
    context.setClearReferencesThreadLocals(false);
    try {
      tomcat.start();
      if (!context.getState().isAvailable()) {
        throw new LifecycleException("the application did not start");
      }
    } catch (LifecycleException e) {
      try {
        close();
      } catch (LifecycleException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    } finally {
      // Tomcat makes it, and we put nothing there; so a server that is killed leaves none
      ExpandWar.delete(directory.toFile());
    }
  }

  /** The port that the server listens on, which the system chose if the setting was 0. */
  public int port() {
    return tomcat.getConnector().getLocalPort();
  }

  /** Stops taking connections, lets requests end, ends every thread, within five seconds. */
  @Override
  public void close() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
  }

  private static Connector connector(HttpConfig config) {
    Http11NioProtocol protocol = new Http11NioProtocol();
    protocol.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
    protocol.setKeepAliveTimeout(KEEP_ALIVE_MILLIS);
    protocol.setMaxKeepAliveRequests(-1);
    protocol.setMaxThreads(config.threads());
    // all threads start now: a thread that cannot be made later would end Tomcat's poller
    protocol.setMinSpareThreads(config.threads());
    protocol.setMaxConnections(config.maxConnections());
    // the servlets read as much of a body as they need; with a rest left, the connection is closed
    protocol.setMaxSwallowSize(0);
    protocol.setAcceptCount(ACCEPT_COUNT);
    Connector connector = new Connector(protocol);
    connector.setPort(config.port());
    // Tomcat's own refusal names no allowed method; our servlets refuse it themselves
    connector.setAllowTrace(true);
    connector.setProperty("address", config.host());
    // a word may have a slash or a backslash; nothing here is a file
    connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
    connector.setEncodedReverseSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
    connector.setThrowOnFailure(true);
    connector.addLifecycleListener(new ClosingListener());
    return connector;
  }
}
