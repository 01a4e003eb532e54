package pipeline.faults.plan;

/** The evidence that a fault must leave; a run without it did not test that fault. */
public enum Evidence {
  /** Requests that the client had to send again. */
  RETRIES,
  /** Messages that the broker delivered again. */
  REDELIVERED,
  /** Entries that the consumer had counted already. */
  SUPPRESSED,
  /** A process that died at its crash point. */
  CRASH,
  /** A commit that the store refused. */
  COMMIT_REFUSED,
  /** A hostile client that had many answers, or has begun all requests that it holds. */
  HOSTILE_CLIENT,
  /** Lines that were lost for good, and that the report says are missing. */
  LOSS_SEEN
}
