package pipeline.client.broker;

import java.util.Locale;

/** A number that a broker counts from its start on; two samples of it give a rate. */
public enum BrokerCounter {
  PUBLISH,
  CONFIRM,
  DELIVER,
  ACK,
  REDELIVERED;

  /** The counter's name in the JSON of {@code --json}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
