package pipeline.client.broker;

/** What a broker has at one moment. */
public enum BrokerGauge {
  READY("ready"),
  UNACKED("unacked"),
  MEMORY_BYTES("memoryBytes");

  private final String label;

  BrokerGauge(String label) {
    this.label = label;
  }

  /** The name in our own JSON. */
  public String label() {
    return label;
  }
}
