package pipeline.client;

/** What a broker has at one moment. */
enum BrokerGauge {
  READY("ready"),
  UNACKED("unacked"),
  MEMORY_BYTES("memoryBytes");

  private final String label;

  BrokerGauge(String label) {
    this.label = label;
  }

  /** The name in our own JSON. */
  String label() {
    return label;
  }
}
