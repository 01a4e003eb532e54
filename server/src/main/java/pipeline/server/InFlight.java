package pipeline.server;

import java.util.concurrent.CompletableFuture;

/** The batch that a lane is publishing and what the broker will say of it. Thread-safe. */
record InFlight(Batch batch, CompletableFuture<Verdict> verdict) {
  static final InFlight NOTHING = new InFlight(Batch.NONE, new CompletableFuture<>());

  /** Of a batch that the broker does not have yet. */
  static InFlight unpublished(Batch batch) {
    return new InFlight(batch, new CompletableFuture<>());
  }

  /** Whether the last of its deadlines has passed. */
  boolean isOverdue(long now) {
    return !batch.isEmpty() && now - batch.lastDeadline() >= 0;
  }

  /** Answers what is overdue, and all if the broker has spoken; never blocks. */
  void watch(long now) {
    if (verdict.isDone()) {
      batch.end(verdict.join());
    } else {
      batch.endOverdue(now, Verdict.NO_CONFIRM);
    }
  }
}
