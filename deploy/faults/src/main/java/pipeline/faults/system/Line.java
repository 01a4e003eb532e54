package pipeline.faults.system;

import java.util.Locale;

/** The connections of a run, each through a proxy of its own. */
public enum Line {
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
