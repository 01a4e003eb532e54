package pipeline.consumer.store;

/**
 * How much of a store's room is used at one moment. A store that has no more room takes no more
 * messages, and goes on when it has.
 *
 * @param used in bytes; may be above the limit by what was on its way when it was reached
 * @param limit in the same unit
 * @param remedy what to do when it is full, in words for a person
 */
public record Room(long used, long limit, String remedy) {

  /** Whether nothing more is taken. */
  public boolean isFull() {
    return used >= limit;
  }
}
