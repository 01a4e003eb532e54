package pipeline.client.broker;

/** A number that a broker counts from its start on; two samples of it give a rate. */
public enum BrokerCounter {
  PUBLISH("publish"),
  CONFIRM("confirm"),
  DELIVER("deliver"),
  ACK("ack"),
  REDELIVER("redelivered");

  private final String label;

  BrokerCounter(String label) {
    this.label = label;
  }

  /** The counter's name in the JSON of {@code --json}. */
  public String label() {
    return label;
  }
}
