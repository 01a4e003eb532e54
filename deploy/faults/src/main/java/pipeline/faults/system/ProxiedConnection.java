package pipeline.faults.system;

import java.util.Locale;

/** The kinds of connection of a run. Each goes through a proxy of its own. */
public enum ProxiedConnection {
  /** The connections from the client to the server. */
  HTTP,
  /** The connections from the server to the broker. */
  PUBLISH,
  /** The connections from the consumer to the broker. */
  CONSUME,
  /** The connections from the consumer to Redis. */
  STORE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
