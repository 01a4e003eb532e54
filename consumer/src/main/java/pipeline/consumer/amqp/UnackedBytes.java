package pipeline.consumer.amqp;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.consumer.store.Room;

/**
 * The bytes of the messages that the process holds: delivered and not acked yet, dead letters
 * included. While they reach the limit, no connection is read on, so that the rest waits at the
 * broker; one message more than the limit is held for each channel at most. Thread-safe.
 */
public final class UnackedBytes {
  private static final Logger LOG = LoggerFactory.getLogger(UnackedBytes.class);

  /**
   * The wait for room that is logged: after this time the store, or the dead queue, takes nothing.
   */
  private static final long LONG_MILLIS = 5_000;

  private final long limit;
  private final Health health;

  /** The bytes of all messages that are held. Guarded by this, as are the fields that follow. */
  private long used;

  /** The bytes held of connections that ended, which no ack will release. */
  private long abandoned;

  /** The part of {@link #abandoned} that the last commit to begin makes durable. */
  private long covered;

  /**
   * Limits the unacked bytes to {@code limit}; none is used yet.
   *
   * @param health told of the waits for room
   */
  public UnackedBytes(long limit, Health health) {
    this.limit = limit;
    this.health = health;
  }

  /** The bytes that one connection holds. */
  final class Lease {
    private long held;
    private boolean closed;

    /** Waits while the limit is reached, unless the connection has ended. */
    void awaitRoom() throws InterruptedException {
      UnackedBytes.this.awaitRoom(this);
    }

    /** Notes that a message has arrived in full. */
    void received(long bytes) {
      synchronized (UnackedBytes.this) {
        held += bytes;
        used += bytes;
      }
    }

    /** Notes that a message is acked. */
    void acked(long bytes) {
      synchronized (UnackedBytes.this) {
        if (!closed) {
          held -= bytes;
          free(bytes);
        }
      }
    }

    /**
     * Notes that a message is a dead letter, which outlives the connection: {@link #free} will
     * release it. If the connection has ended, it counts twice until the next commit.
     */
    void handOver(long bytes) {
      synchronized (UnackedBytes.this) {
        if (closed) {
          used += bytes;
        } else {
          held -= bytes;
        }
      }
    }

    /** Notes that the connection has ended; a second call has no effect. */
    void close() {
      synchronized (UnackedBytes.this) {
        closed = true;
        abandoned += held;
        held = 0;
        UnackedBytes.this.notifyAll();
      }
    }
  }

  Lease lease() {
    return new Lease();
  }

  private synchronized void awaitRoom(Lease lease) throws InterruptedException {
    if (used < limit) {
      return;
    }
    long begin = System.nanoTime();
    boolean told = false;
    health.begins(Health.Part.ROOM);
    try {
      while (used >= limit && !lease.closed) {
        wait(LONG_MILLIS);
        long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        if (used >= limit && waited >= LONG_MILLIS && !told) {
          told = true;
          LOG.warn("reading pauses: {} bytes are not acked", used);
        }
      }
    } finally {
      health.works(Health.Part.ROOM);
      if (told) {
        LOG.info("reading resumes");
      }
    }
  }

  synchronized void free(long bytes) {
    used -= bytes;
    notifyAll();
  }

  /** Notes that a commit begins; true if it makes messages of ended connections durable. */
  synchronized boolean commitBegins() {
    covered = abandoned;
    return covered > 0;
  }

  /** Notes that the commit has succeeded: the store holds its messages in memory no more. */
  synchronized void committed() {
    abandoned -= covered;
    free(covered);
    covered = 0;
  }

  /** True when it is time to commit and ack. */
  synchronized boolean isHalfUsed() {
    return used >= limit / 2;
  }

  /** The used part of the limit. */
  public synchronized Room room() {
    return new Room(used, limit, "");
  }
}
