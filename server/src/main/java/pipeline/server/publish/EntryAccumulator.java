package pipeline.server.publish;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bounded queue between the threads that handle requests and the publisher threads, in order of
 * arrival and thus of deadline. Thread-safe; calls nothing while the lock is held.
 */
final class EntryAccumulator {
  private static final Logger LOG = LoggerFactory.getLogger(EntryAccumulator.class);

  private static final int NOBODY_WAITS = Integer.MAX_VALUE;

  private final int capacity;
  private final long capacityBytes;
  private final int batchEntries;
  private final IntSupplier batchBytes;
  private final long lingerNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final Condition gathered = lock.newCondition();
  private final ArrayDeque<PendingPublish> entries = new ArrayDeque<>();
  private long bytes;

  /**
   * The smallest number of entries that any {@link #take} waits for; each sets it again before it
   * waits on.
   */
  private int expected = NOBODY_WAITS;

  private boolean closed;

  /**
   * @param capacity how many entries may wait, if they are of more than one request
   * @param capacityBytes and how many bytes
   * @param batchEntries the most entries in a batch
   * @param batchBytes the most bytes in the message of a batch of more than one entry
   * @param lingerNanos the longest that a {@link #take} waits for those that are expected
   */
  EntryAccumulator(
      int capacity,
      long capacityBytes,
      int batchEntries,
      IntSupplier batchBytes,
      long lingerNanos) {
    this.capacity = capacity;
    this.capacityBytes = capacityBytes;
    this.batchEntries = batchEntries;
    this.batchBytes = batchBytes;
    this.lingerNanos = lingerNanos;
  }

  /**
   * Adds all entries of a request, which have one deadline; or none, and returns false, if the
   * queue is full or closed. A request that is larger than the whole queue is taken when nothing
   * waits.
   */
  boolean offer(PendingPublish... request) {
    long length = 0;
    for (PendingPublish entry : request) {
      length += entry.entry().bytes().length;
    }
    lock.lock();
    try {
      boolean full = entries.size() + request.length > capacity || bytes + length > capacityBytes;
      if (closed || (full && !entries.isEmpty())) {
        return false;
      }
      for (PendingPublish entry : request) {
        entries.add(entry);
        arrived.signal();
      }
      bytes += length;
      if (entries.size() >= expected) {
        expected = NOBODY_WAITS;
        gathered.signalAll();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** The number of entries that wait. */
  int size() {
    return locked(entries::size);
  }

  /** The bytes of the entries that wait. */
  long bytes() {
    return locked(() -> bytes);
  }

  /**
   * Removes and returns the waiting entries, up to the size of a batch. Waits a moment for the
   * number expected, and then for the first entry. Empty once the queue is closed and nothing
   * waits.
   *
   * @param answered how many are likely to arrive together: as many as were just answered, since a
   *     client sends its next line when it has its answer
   */
  Optional<Batch> take(int answered) {
    boolean interrupted = false;
    lock.lock();
    try {
      interrupted = linger(Math.min(answered, batchEntries));
      while (entries.isEmpty() && !closed) {
        arrived.awaitUninterruptibly();
      }
      return entries.isEmpty() ? Optional.empty() : batch();
    } finally {
      lock.unlock();
      if (interrupted) {
        LOG.warn("a publisher thread was interrupted, and goes on");
      }
    }
  }

  /** Removes and returns all waiting entries. */
  List<PendingPublish> drain() {
    return removeWhile(entry -> true);
  }

  /** Removes and returns the entries whose deadline has passed. */
  List<PendingPublish> drainOverdue(long now) {
    return removeWhile(entry -> entry.isOverdue(now));
  }

  private List<PendingPublish> removeWhile(Predicate<PendingPublish> condition) {
    return locked(
        () -> {
          List<PendingPublish> removed = new ArrayList<>();
          while (!entries.isEmpty() && condition.test(entries.peek())) {
            removed.add(remove());
          }
          return removed;
        });
  }

  /**
   * Ends the adding of entries and wakes every {@link #take}. The entries that wait can still be
   * taken.
   */
  void close() {
    locked(
        () -> {
          closed = true;
          arrived.signalAll();
          gathered.signalAll();
          return closed;
        });
  }

  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** Waits a moment for the wanted number of entries; true if an interrupt has ended the wait. */
  private boolean linger(int wanted) {
    long left = wanted > 1 ? lingerNanos : 0;
    try {
      while (entries.size() < wanted && !closed && left > 0) {
        // others wait for other numbers, so the smallest wakes them all
        expected = Math.min(expected, wanted);
        left = gathered.awaitNanos(left);
      }
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  private Optional<Batch> batch() {
    List<PendingPublish> batch = new ArrayList<>(Math.min(entries.size(), batchEntries));
    // made before the first entry leaves the queue: without memory none may be lost
    Optional<Batch> made = Optional.of(new Batch(batch));
    int max = batchBytes.getAsInt();
    // the length includes the brackets, and a comma between two entries
    int length = 1;
    while (!entries.isEmpty() && batch.size() < batchEntries) {
      length += entries.peek().entry().bytes().length + 1;
      if (length > max && !batch.isEmpty()) {
        break;
      }
      batch.add(remove());
    }
    return made;
  }

  private PendingPublish remove() {
    PendingPublish first = entries.remove();
    bytes -= first.entry().bytes().length;
    return first;
  }
}
