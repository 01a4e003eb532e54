package pipeline.local;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.qpid.server.SystemLauncher;
import org.apache.qpid.server.SystemLauncherListener.DefaultSystemLauncherListener;
import org.apache.qpid.server.model.Port;
import org.apache.qpid.server.model.SystemConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs Apache Qpid Broker-J on 127.0.0.1 with everything in memory: user guest, password guest,
 * virtual host "/". It is ready when the constructor returns. Its port is free again when it is
 * closed. Thread-safe.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);
  private static final URL CONFIGURATION =
      EmbeddedBroker.class.getResource("/embedded-broker.json");

  private final PortListener ports = new PortListener();
  private final SystemLauncher launcher = new SystemLauncher(ports);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Path workDirectory;
  private final int port;

  /**
   * @param port 0 for any free one
   * @throws IOException the port is taken, or the broker cannot start
   */
  public EmbeddedBroker(int port) throws IOException {
    requireFree(port);
    workDirectory = Files.createTempDirectory("embedded-broker");
    try {
      launcher.startup(attributes(port));
      this.port = ports.bound();
    } catch (Exception e) {
      close();
      throw new IOException("the broker does not start: " + e, e);
    }
  }

  /** Refuses a port in use, in one line instead of the hundred that Qpid prints. */
  private static void requireFree(int port) throws IOException {
    try {
      new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
    } catch (BindException e) {
      throw new IOException("port " + port + " is taken", e);
    }
  }

  private Map<String, Object> attributes(int port) {
    return Map.of(
        "type",
        "Memory",
        "initialConfigurationLocation",
        CONFIGURATION.toString(),
        "startupLoggedToSystemOut",
        false,
        "context",
        Map.of(
            "qpid.amqp_port", Integer.toString(port),
            "qpid.work_dir", workDirectory.toString(),
            "qpid.broker.defaultPreferenceStoreAttributes", "{\"type\": \"Noop\"}",
            "broker.failStartupWithErroredChild", "true",
            // as many channels a connection as RabbitMQ allows; its queue arguments are ignored
            "qpid.port.sessionCountLimit", "2047",
            // while a client reads nothing, Qpid reads none of its heartbeats either
            "qpid.broker_heartbeat_timeout_factor", "60",
            "queue.behaviourOnUnknownDeclareArgument", "IGNORE"));
  }

  /** The URL without user and password. */
  public String address() {
    return "amqp://127.0.0.1:" + port;
  }

  /** Returns when the broker has been closed. */
  public void awaitClosed() throws InterruptedException {
    closed.await();
  }

  /** Closes every connection, forgets every message and removes the work directory. Idempotent. */
  @Override
  public synchronized void close() {
    if (closed.getCount() > 0) {
      launcher.shutdown();
      removeWorkDirectory();
      closed.countDown();
    }
  }

  private void removeWorkDirectory() {
    try (Stream<Path> files = Files.walk(workDirectory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      LOG.warn("{} is left behind: {}", workDirectory, e.toString());
    }
  }

  /** Remembers the running broker, to ask it for the port it listens on. */
  private static final class PortListener extends DefaultSystemLauncherListener {
    private volatile SystemConfig<?> system;

    @Override
    public void onContainerResolve(SystemConfig<?> system) {
      this.system = system;
    }

    int bound() {
      return system.getContainer().getChildren(Port.class).iterator().next().getBoundPort();
    }
  }
}
