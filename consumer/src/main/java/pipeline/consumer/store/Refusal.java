package pipeline.consumer.store;

/** Why an entry is not counted and goes to the dead queue, though it can be read. */
public enum Refusal {
  RUNS("there are too many runs, see --max-runs"),
  IDENTITIES("the identities of what was counted take too much memory, see --max-identities"),
  WORDS("there are too many different words, see --max-words"),
  /** Redis' scripts are exact up to there. */
  OVERFLOW("a count would reach 2^53"),
  /** It may have been counted before, with an identity that is not remembered any more. */
  FORGOTTEN("its run is unknown and began before runs that are already forgotten, see --run-ttl");

  private final String text;

  Refusal(String text) {
    this.text = text;
  }

  /** One line for the dead letter and the log. */
  public String text() {
    return text;
  }
}
