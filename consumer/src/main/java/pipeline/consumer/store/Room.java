package pipeline.consumer.store;

/**
 * The room of a store at one moment. A store that has no more room takes no more messages, and goes
 * on when it has.
 *
 * @param used in bytes; may be above the limit by what was on its way when it was reached
 * @param limit in the same unit
 * @param remedy what to do when it is full, in words for a person
 */
public record Room(long used, long limit, String remedy) {

  /** Whether the room is used up, so that the store takes nothing more. */
  public boolean isFull() {
    return used >= limit;
  }
}
