package pipeline.consumer.store;

/** Why an entry is not counted and goes to the dead queue, though it can be read. */
public enum Refusal {
  /** It may have been counted before, with an identity that is not remembered any more. */
  FORGOTTEN("its run is unknown and began before a run that is already forgotten");

  private final String text;

  Refusal(String text) {
    this.text = text;
  }

  /** One line for the dead letter and the log. */
  public String text() {
    return text;
  }
}
