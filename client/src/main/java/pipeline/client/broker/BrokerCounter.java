package pipeline.client.broker;

/** What a broker counts from its start on; the difference of two samples gives a rate. */
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

  /** The name in our own JSON. */
  public String label() {
    return label;
  }
}
