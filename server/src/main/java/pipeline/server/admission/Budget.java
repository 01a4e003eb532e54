package pipeline.server.admission;

import java.util.concurrent.atomic.AtomicLong;

/**
 * An amount that runs share. Half of it is divided into equal shares, one for each run there can
 * be, which no other run can take. The other half is first come, first served; its last eighth is
 * kept for admitted runs that hold little of it. Thread-safe.
 */
final class Budget {
  /** A divisor: while less than this part of the common half is left, no further runs come in. */
  private static final int LAST_PART = 8;

  /**
   * A divisor: a run that holds more than this part of the common half gets nothing of its last
   * part.
   */
  private static final int LITTLE_PART = 32;

  private final String name;
  private final long limit;
  private final long share;
  private final long common;
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong commonUsed = new AtomicLong();

  /**
   * @param name of the setting, for people
   */
  Budget(String name, long limit, int shares) {
    this.name = name;
    this.limit = limit;
    this.share = limit / 2 / shares;
    this.common = limit - share * shares;
  }

  String name() {
    return name;
  }

  long limit() {
    return limit;
  }

  long used() {
    return used.get();
  }

  /** Whether there is too little left for further runs. */
  boolean isFull() {
    return isLastPart(commonUsed.get());
  }

  private boolean isLastPart(long taken) {
    return common - taken < common / LAST_PART;
  }

  /** For a run that is admitted now. */
  Account open() {
    return new Account();
  }

  /** What one run has of it. For one thread at a time. */
  final class Account {
    private long held;

    /**
     * Takes {@code amount}; false, and nothing is taken, if share and common part have too little.
     */
    boolean take(long amount) {
      if (!takeCommon(beyondShare(held), beyondShare(held + amount))) {
        return false;
      }
      held += amount;
      used.addAndGet(amount);
      return true;
    }

    /** Gives back some of what was taken. */
    void giveBack(long amount) {
      commonUsed.addAndGet(beyondShare(held - amount) - beyondShare(held));
      held -= amount;
      used.addAndGet(-amount);
    }

    /** Gives back all. */
    void close() {
      giveBack(held);
    }

    /**
     * Keeps what the run has for good, at the cost of the common part, so that its share is free
     * for another run.
     */
    void abandon() {
      commonUsed.addAndGet(held - beyondShare(held));
      held = 0;
    }

    private boolean takeCommon(long before, long after) {
      if (after == before) {
        return true;
      }
      while (true) {
        long now = commonUsed.get();
        long next = now + after - before;
        if (next > common || (isLastPart(next) && after > common / LITTLE_PART)) {
          return false;
        }
        if (commonUsed.compareAndSet(now, next)) {
          return true;
        }
      }
    }

    private long beyondShare(long amount) {
      return Math.max(0, amount - share);
    }
  }
}
