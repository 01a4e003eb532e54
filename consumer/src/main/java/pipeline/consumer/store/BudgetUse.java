package pipeline.consumer.store;

/**
 * How much of something that strangers can make grow is used at one moment. What does not fit any
 * more is refused, see {@link Refusal}.
 *
 * @param name of what; a label of the metrics
 * @param used in the budget's unit; a state that was written under a larger limit may be above it
 * @param limit in the same unit
 */
public record BudgetUse(String name, long used, long limit) {
  /** How many runs are remembered. */
  public static final String RUNS = "runs";

  /** About how many bytes the identities take. */
  public static final String IDENTITIES = "identities";

  /** About how many bytes the names of all numbers take, words above all. */
  public static final String WORDS = "words";
}
