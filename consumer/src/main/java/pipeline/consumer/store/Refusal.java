package pipeline.consumer.store;

/** The reason why an entry that can be read is not counted, but goes to the dead queue. */
public enum Refusal {
  /** The entry may have been counted before, under an identity that is not remembered any more. */
  FORGOTTEN("its run is unknown and began before a run that is already forgotten");

  private final String text;

  Refusal(String text) {
    this.text = text;
  }

  /** The reason in one line, for the dead letter and the log. */
  public String text() {
    return text;
  }
}
