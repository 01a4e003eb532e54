package pipeline.faults.system;

import java.util.Locale;

/** The kinds of connection of a run. Each goes through a proxy of its own. */
public enum ProxiedConnection {
  /** Client to server. */
  HTTP,
  /** Server to broker. */
  PUBLISH,
  /** Consumer to broker. */
  CONSUME,
  /** Consumer to Redis. */
  STORE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
