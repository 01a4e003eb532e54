package pipeline.server;

import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.amqp.Backoff;

/**
 * Keeps one publishing connection up, for ever: the thread {@code broker-link} connects, declares
 * the topology, waits for trouble and starts again with growing waits (J1, J19). Everybody else
 * asks what stands now. Thread-safe.
 */
final class BrokerLink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerLink.class);

  /** A session that lived this long starts the waits from the shortest again. */
  private static final long STABLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long CLOSE_MILLIS = 1_500;

  private final SessionSource source;
  private final LongSupplier nanoClock;
  private final NamedThreads threads = new NamedThreads("broker-link");
  private final Semaphore signals = new Semaphore(0);
  private final Backoff backoff = new Backoff();
  private volatile boolean closing;

  /** Guarded by this for writing; a problem that is not empty outweighs the session. */
  private volatile BrokerSession session;

  private volatile String problem = "the broker has not been reached yet";

  BrokerLink(SessionSource source, LongSupplier nanoClock) {
    this.source = source;
    this.nanoClock = nanoClock;
  }

  void start() {
    threads.newThread(this::run).start();
  }

  /** The session to publish on now; empty if there is none that works. */
  Optional<BrokerSession> session() {
    return brokenPart().isEmpty() ? Optional.ofNullable(session) : Optional.empty();
  }

  /** Why nothing can be published now; empty if it can. Costs no round trip. */
  Optional<String> brokenPart() {
    BrokerSession current = session;
    String broken = problem;
    if (broken.isEmpty() && current != null) {
      broken = current.blockedReason();
    }
    return broken.isEmpty() ? Optional.empty() : Optional.of(broken);
  }

  /**
   * A publish on this session went wrong. Closes the gate until the broker has shown that it
   * answers and that the topology stands; one check at a time. A blocked broker answers nothing, so
   * it is not asked.
   */
  synchronized void doubt(BrokerSession doubted, String reason) {
    if (doubted == session && problem.isEmpty() && doubted.blockedReason().isEmpty()) {
      say(reason + "; checking");
      signals.release();
    }
  }

  /** Frees every thread that is stuck in the present connection. */
  void cut(String why) {
    BrokerSession current = session;
    if (current != null) {
      current.cut(why);
    }
  }

  /** Ends the connection and the thread, within three seconds. */
  @Override
  public void close() {
    closing = true;
    signals.release();
    if (!threads.join(CLOSE_MILLIS)) {
      source.cut();
      threads.join(CLOSE_MILLIS);
    }
  }

  private void run() {
    while (!closing) {
      try (BrokerSession opened = source.open()) {
        opened.watch(signals::release, reason -> doubt(opened, reason));
        serve(opened);
        down("the connection to the broker at " + source + " ended: " + opened.endReason());
      } catch (IOException | TimeoutException | RuntimeException e) {
        down("the broker at " + source + " is not usable: " + Reasons.of(e));
      }
      pause();
    }
  }

  private void serve(BrokerSession opened) throws IOException {
    while (!closing && opened.isOpen()) {
      try {
        opened.declare();
        up(opened);
        awaitTrouble(opened);
        if (!opened.isOpen()) {
          return;
        }
      } catch (IOException e) {
        if (!isRefusal(e) || !opened.isOpen()) {
          throw e;
        }
        // for instance a queue of this name with other arguments: somebody must change it
        down("the broker refuses the queue: " + Reasons.of(e));
      }
      pause();
    }
  }

  private void awaitTrouble(BrokerSession opened) {
    long since = nanoClock.getAsLong();
    while (!closing && opened.isOpen() && problem.isEmpty()) {
      signals.acquireUninterruptibly();
    }
    if (nanoClock.getAsLong() - since > STABLE_NANOS) {
      backoff.reset();
    }
  }

  private void pause() {
    long until = nanoClock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(backoff.nextMillis());
    long left = until - nanoClock.getAsLong();
    try {
      while (!closing && left > 0) {
        boolean signalled = signals.tryAcquire(left, TimeUnit.NANOSECONDS);
        left = signalled ? until - nanoClock.getAsLong() : 0;
      }
    } catch (InterruptedException e) {
      closing = true;
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void up(BrokerSession opened) {
    session = opened;
    problem = "";
    LOG.info("publishing to {}", source);
  }

  private synchronized void down(String reason) {
    session = null;
    say(reason);
  }

  /** One line in the log for each change, however often an attempt fails. */
  private void say(String reason) {
    if (!reason.equals(problem) && !closing) {
      LOG.warn("not publishing: {}", reason);
    }
    problem = reason;
  }

  private static boolean isRefusal(IOException e) {
    return e.getCause() instanceof ShutdownSignalException shutdown && !shutdown.isHardError();
  }
}
