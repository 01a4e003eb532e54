package pipeline.consumer.amqp;

/**
 * Deliberate faults, with which the chaos harness checks that it detects them. Never for real use.
 */
public enum Unsafe {
  /** The broker forgets a message when it is sent to the consumer. */
  AUTO_ACK,
  /** Every copy of a line is counted. */
  NO_IDENTITIES,
  /** Messages are acked before they are durable. */
  ACK_BEFORE_COMMIT,
  /** A message of duplicates is acked at once, though its first copy may not be durable. */
  ACK_DUPLICATES_EARLY,
  /** The state file is written, but never forced to the disk. */
  NO_SYNC
}
