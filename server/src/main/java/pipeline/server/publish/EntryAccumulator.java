package pipeline.server.publish;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bounded queue between the threads that handle requests and the publisher threads, in order of
 * arrival and thus of deadline. Thread-safe; calls nothing while the lock is held.
 */
final class EntryAccumulator {
  private final int capacity;
  private final int batchEntries;
  private final int batchBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final ArrayDeque<PendingPublish> entries = new ArrayDeque<>();
  private boolean closed;

  /**
   * @param batchEntries the most entries in a batch
   * @param batchBytes the most bytes in a batch of more than one entry
   */
  EntryAccumulator(int capacity, int batchEntries, int batchBytes) {
    this.capacity = capacity;
    this.batchEntries = batchEntries;
    this.batchBytes = batchBytes;
  }

  /** False if the queue is full or closed. */
  boolean offer(PendingPublish entry) {
    lock.lock();
    try {
      if (closed || entries.size() >= capacity) {
        return false;
      }
      entries.add(entry);
      arrived.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** How many wait. */
  int size() {
    lock.lock();
    try {
      return entries.size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * What waits, up to the size of a batch; waits for the first entry. Empty once the queue is
   * closed and nothing waits.
   */
  Optional<Batch> take() {
    lock.lock();
    try {
      while (entries.isEmpty() && !closed) {
        arrived.awaitUninterruptibly();
      }
      return entries.isEmpty() ? Optional.empty() : Optional.of(batch());
    } finally {
      lock.unlock();
    }
  }

  /** What waits, up to the size of a batch, if there are at least so many entries; never waits. */
  Optional<Batch> poll(int least) {
    lock.lock();
    try {
      return entries.size() < least ? Optional.empty() : Optional.of(batch());
    } finally {
      lock.unlock();
    }
  }

  /** Removes and returns all that waits. */
  List<PendingPublish> drain() {
    lock.lock();
    try {
      List<PendingPublish> all = new ArrayList<>(entries);
      entries.clear();
      return all;
    } finally {
      lock.unlock();
    }
  }

  /** Removes and returns those whose deadline has passed. */
  List<PendingPublish> drainOverdue(long now) {
    lock.lock();
    try {
      List<PendingPublish> overdue = new ArrayList<>();
      while (!entries.isEmpty() && entries.peek().isOverdue(now)) {
        overdue.add(entries.poll());
      }
      return overdue;
    } finally {
      lock.unlock();
    }
  }

  /** Takes nothing more and wakes every {@link #take}. What waits still can be taken. */
  void close() {
    lock.lock();
    try {
      closed = true;
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private Batch batch() {
    List<PendingPublish> batch = new ArrayList<>(Math.min(entries.size(), batchEntries));
    int bytes = 0;
    while (!entries.isEmpty() && batch.size() < batchEntries) {
      bytes += entries.peek().encoded().length;
      if (bytes > batchBytes && !batch.isEmpty()) {
        break;
      }
      batch.add(entries.poll());
    }
    return new Batch(batch);
  }
}
