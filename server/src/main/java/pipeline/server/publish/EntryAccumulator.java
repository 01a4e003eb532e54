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
import java.util.stream.Stream;
import pipeline.server.broker.PublishConfig;

/**
 * The bounded queue between the threads that handle requests and the publisher threads: for each
 * partition its entries in order of arrival and thus of deadline, bounded together. Thread-safe;
 * calls nothing while the lock is held.
 */
final class EntryAccumulator {
  private static final int NOBODY_WAITS = Integer.MAX_VALUE;

  private final PublishConfig config;
  private final IntSupplier batchBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Lane> lanes;
  private int size;
  private long bytes;
  private boolean closed;

  /** The entries of a partition, and those who wait for them. */
  private final class Lane {
    private final Condition arrived = lock.newCondition();
    private final Condition gathered = lock.newCondition();
    private final ArrayDeque<PendingPublish> entries = new ArrayDeque<>();

    /**
     * The smallest number of entries that any {@link #take} waits for; each sets it again before it
     * waits on.
     */
    private int expected = NOBODY_WAITS;

    void add(PendingPublish entry) {
      entries.add(entry);
      size++;
      bytes += entry.entry().bytes().length;
      arrived.signal();
    }

    PendingPublish remove() {
      PendingPublish first = entries.remove();
      size--;
      bytes -= first.entry().bytes().length;
      return first;
    }

    void wakeIfGathered() {
      if (entries.size() >= expected) {
        expected = NOBODY_WAITS;
        gathered.signalAll();
      }
    }
  }

  /**
   * @param partitions how many there are
   * @param batchBytes the most bytes in the message of a batch of more than one entry
   */
  EntryAccumulator(int partitions, PublishConfig config, IntSupplier batchBytes) {
    this.lanes = Stream.generate(Lane::new).limit(partitions).toList();
    this.config = config;
    this.batchBytes = batchBytes;
  }

  /**
   * Adds all entries of a request, which have one deadline; or none, and returns false, if the
   * queue is full or closed. A request that is larger than the whole queue is taken when nothing
   * waits.
   */
  boolean offer(List<PendingPublish> request) {
    long length = 0;
    for (PendingPublish entry : request) {
      length += entry.entry().bytes().length;
    }
    lock.lock();
    try {
      boolean full =
          size + request.size() > config.maxWaiting() || bytes + length > config.maxWaitingBytes();
      if (closed || (full && size > 0)) {
        return false;
      }
      for (PendingPublish entry : request) {
        lanes.get(entry.entry().partition()).add(entry);
      }
      lanes.forEach(Lane::wakeIfGathered);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** The number of entries that wait. */
  int size() {
    return locked(() -> size);
  }

  /**
   * Removes and returns the waiting entries of a partition, up to the size of a batch. Waits a
   * moment for the number expected, and then for the first entry. Empty once the queue is closed
   * and nothing waits.
   *
   * @param answered how many are likely to arrive together: as many as were just answered, since a
   *     client sends its next line when it has its answer
   */
  Optional<Batch> take(int partition, int answered) {
    Lane lane = lanes.get(partition);
    lock.lock();
    try {
      linger(lane, Math.min(answered, config.batchEntries()));
      while (lane.entries.isEmpty() && !closed) {
        lane.arrived.awaitUninterruptibly();
      }
      return lane.entries.isEmpty() ? Optional.empty() : batch(lane);
    } finally {
      lock.unlock();
    }
  }

  /** Removes and returns the first entries of each partition, as long as the condition holds. */
  List<PendingPublish> drain(Predicate<PendingPublish> condition) {
    return locked(
        () -> {
          List<PendingPublish> removed = new ArrayList<>();
          for (Lane lane : lanes) {
            while (!lane.entries.isEmpty() && condition.test(lane.entries.peek())) {
              removed.add(lane.remove());
            }
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
          for (Lane lane : lanes) {
            lane.arrived.signalAll();
            lane.gathered.signalAll();
          }
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

  /** Waits a moment for the wanted number of entries; an interrupt ends no more than this wait. */
  private void linger(Lane lane, int wanted) {
    long left = wanted > 1 ? config.linger().toNanos() : 0;
    try {
      while (lane.entries.size() < wanted && !closed && left > 0) {
        // others wait for other numbers, so the smallest wakes them all
        lane.expected = Math.min(lane.expected, wanted);
        left = lane.gathered.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      // who waits for the first entry goes on
    }
  }

  private Optional<Batch> batch(Lane lane) {
    ArrayDeque<PendingPublish> entries = lane.entries;
    List<PendingPublish> batch = new ArrayList<>(Math.min(entries.size(), config.batchEntries()));
    // made before the first entry leaves the queue: without memory none may be lost
    Optional<Batch> made = Optional.of(new Batch(batch));
    int max = batchBytes.getAsInt();
    // the length includes the brackets, and a comma between two entries
    int length = 1;
    while (!entries.isEmpty() && batch.size() < config.batchEntries()) {
      length += entries.peek().entry().bytes().length + 1;
      if (length > max && !batch.isEmpty()) {
        break;
      }
      batch.add(lane.remove());
    }
    return made;
  }
}
