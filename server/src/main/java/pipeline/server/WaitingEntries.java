package pipeline.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bounded queue between the servlet's threads and the lanes, in order of arrival and thus of
 * deadline. Thread-safe; nothing is done to an entry while the lock is held.
 */
final class WaitingEntries {
  private final int capacity;
  private final int batchEntries;
  private final int batchBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final ArrayDeque<PendingEntry> entries = new ArrayDeque<>();
  private boolean closed;

  /**
   * @param batchEntries the most entries in a batch
   * @param batchBytes the most bytes in a batch of more than one entry
   */
  WaitingEntries(int capacity, int batchEntries, int batchBytes) {
    this.capacity = capacity;
    this.batchEntries = batchEntries;
    this.batchBytes = batchBytes;
  }

  /** False if the queue is full or closed. */
  boolean offer(PendingEntry entry) {
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

  /** What waits, as one batch; waits for the first entry. Empty once closed. */
  List<PendingEntry> take() {
    lock.lock();
    try {
      while (entries.isEmpty() && !closed) {
        arrived.awaitUninterruptibly();
      }
      return batch();
    } finally {
      lock.unlock();
    }
  }

  /** What waits, as one batch; empty if nothing does. */
  List<PendingEntry> poll() {
    lock.lock();
    try {
      return batch();
    } finally {
      lock.unlock();
    }
  }

  /** Removes and returns all that waits. */
  List<PendingEntry> drain() {
    lock.lock();
    try {
      List<PendingEntry> all = new ArrayList<>(entries);
      entries.clear();
      return all;
    } finally {
      lock.unlock();
    }
  }

  /** Removes and returns those whose deadline has passed. */
  List<PendingEntry> drainOverdue(long now) {
    lock.lock();
    try {
      List<PendingEntry> overdue = new ArrayList<>();
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

  private List<PendingEntry> batch() {
    List<PendingEntry> batch = new ArrayList<>(Math.min(entries.size(), batchEntries));
    int bytes = 0;
    while (!entries.isEmpty() && batch.size() < batchEntries) {
      bytes += entries.peek().encoded().length;
      if (bytes > batchBytes && !batch.isEmpty()) {
        break;
      }
      batch.add(entries.poll());
    }
    return batch;
  }
}
