package pipeline.server.broker;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.lifecycle.ErrorLog;
import pipeline.server.lifecycle.Threads;
import pipeline.wire.amqp.Backoff;
import pipeline.wire.amqp.OtherPartitionsException;
import pipeline.wire.amqp.Topology;

/**
 * Keeps one publishing connection up: a thread of its own connects, declares the topology, waits
 * for trouble and starts again after growing waits, until closed. Others ask for the session that
 * works now. Uses blocking I/O, the mode without known deadlocks. Thread-safe.
 */
public final class BrokerSupervisor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerSupervisor.class);

  /** The age of a session after which the waits begin with the shortest again. */
  private static final long STABLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** The time between two checks of the connection, in case no listener was told of its end. */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final Duration CLOSE_LIMIT = Duration.ofMillis(1_500);
  private static final Duration CONNECTION_LIMIT = Duration.ofMillis(500);
  private static final String UNREACHABLE = "the broker cannot be reached";

  private final ConnectionFactory factory;
  private final String name;
  private final Topology topology;
  private final PublishConfig config;
  private final Consumer<String> onMismatch;
  private final Threads threads = new Threads("broker-supervisor");
  private final Threads connections = new Threads("broker-connection");
  private final Semaphore signals = new Semaphore(0);
  private final Backoff backoff = new Backoff();
  private volatile boolean closing;

  /** Kept to be aborted: closing through the AMQP client waits for the very write that is stuck. */
  private volatile Socket socket = new Socket();

  /** The present session; null if there is none. Written, as what follows, by our thread alone. */
  private volatile BrokerSession session;

  /** The reason why there is no session. */
  private volatile String problem = "the broker has not been reached yet";

  /** The last problem as the log has it. */
  private String logged = "";

  /**
   * @param factory of connections, for this alone
   * @param name of the broker, for the log
   * @param onMismatch told why, each time that the queues are found to have another number of
   *     partitions
   */
  public BrokerSupervisor(
      ConnectionFactory factory,
      String name,
      Topology topology,
      PublishConfig config,
      Consumer<String> onMismatch) {
    this.factory = factory;
    this.name = name;
    this.topology = topology;
    this.config = config;
    this.onMismatch = onMismatch;
    factory.setThreadFactory(connections);
    factory.setSocketConfigurator(
        factory.getSocketConfigurator().andThen(opened -> socket = opened));
  }

  public void start() {
    threads.newThread(this::run).start();
  }

  /** The session to publish on now; empty if there is none that works. */
  public Optional<BrokerSession> session() {
    return Optional.ofNullable(session).filter(current -> current.brokenPart().isEmpty());
  }

  /**
   * The reason why nothing can be published now, in words that strangers may read; empty if it can.
   * Needs no round trip.
   */
  public Optional<String> brokenPart() {
    BrokerSession current = session;
    String broken = current == null ? problem : current.brokenPart();
    return Optional.of(broken).filter(reason -> !reason.isEmpty());
  }

  /** Frees every thread that is stuck in the present connection. */
  public void abort(String why) {
    BrokerSession current = session;
    if (current != null) {
      current.abort(why);
    }
  }

  /** Ends the connection and the thread, within three seconds. */
  @Override
  public void close() {
    closing = true;
    signals.release();
    if (!threads.awaitEnd(CLOSE_LIMIT)) {
      abort(socket);
      threads.awaitEnd(CLOSE_LIMIT);
    }
    connections.awaitEnd(CONNECTION_LIMIT);
  }

  private void run() {
    while (!closing) {
      survive(this::connect);
      survive(this::pause);
    }
  }

  /**
   * Runs a step and survives errors too, such as a lack of threads: no other thread would connect
   * again.
   */
  private void survive(Runnable step) {
    try {
      step.run();
    } catch (Throwable e) {
      problem = UNREACHABLE;
      session = null;
      ErrorLog.report(LOG, UNREACHABLE, e);
    }
  }

  private void connect() {
    try (BrokerSession opened = open()) {
      opened.declare();
      LOG.info("publishing to {}", name);
      session = opened;
      awaitTrouble(opened);
      BrokerSession.Problem found = opened.problem();
      down(found.reason(), found.detail());
    } catch (OtherPartitionsException e) {
      down(e.getMessage(), "");
      onMismatch.accept(e.getMessage());
    } catch (PossibleAuthenticationFailureException e) {
      down("the broker refuses the login", name + ": " + Reasons.of(e));
    } catch (IOException | TimeoutException | RuntimeException e) {
      if (isRefusal(e)) {
        // for instance a queue of this name has other arguments, which an administrator must change
        down("the broker refuses the queue: " + Reasons.of(e), "");
      } else {
        down(UNREACHABLE, name + ": " + Reasons.of(e));
      }
    }
  }

  private BrokerSession open() throws IOException, TimeoutException {
    try {
      Connection connection = factory.newConnection("pipeline server");
      Socket own = socket;
      return new BrokerSession(connection, topology, config, () -> abort(own), signals::release);
    } catch (Throwable e) {
      // the AMQP client leaves the socket open after an error, such as no thread to be had
      abort(socket);
      throw e;
    }
  }

  private static void abort(Socket socket) {
    try {
      // a reset drops bytes that are stuck; a TLS socket would wait to send its closing message
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      LOG.debug("the socket was closed already", e);
    }
  }

  private void awaitTrouble(BrokerSession opened) {
    long since = System.nanoTime();
    while (!closing && opened.isGood()) {
      await(LOOK_NANOS);
    }
    if (System.nanoTime() - since > STABLE_NANOS) {
      backoff.reset();
    }
  }

  private void pause() {
    // what was signalled is of the session that has ended
    signals.drainPermits();
    if (!closing) {
      await(TimeUnit.MILLISECONDS.toNanos(backoff.nextMillis()));
    }
  }

  /**
   * Waits for a signal, at most this long. An interrupt changes nothing: {@link #close} ends us.
   */
  private void await(long nanos) {
    try {
      // signal or time-out: the callers check their condition again
      boolean unused = signals.tryAcquire(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      LOG.warn("the broker supervisor was interrupted, and goes on");
    }
  }

  /**
   * Logs one line for each change, however often an attempt fails. The line has the detail, such as
   * the broker's address, which callers over HTTP must not learn.
   */
  private void down(String reason, String detail) {
    String line = detail.isEmpty() ? reason : reason + ": " + detail;
    boolean isNews = session != null || !line.equals(logged);
    problem = reason;
    session = null;
    logged = line;
    if (isNews && !closing) {
      LOG.warn("not publishing: {}", line);
    }
  }

  private static boolean isRefusal(Exception e) {
    return e.getCause() instanceof ShutdownSignalException shutdown && !shutdown.isHardError();
  }
}
