package pipeline.rig;

import java.util.Locale;

/** A kind of connection between two programs of the pipeline, which a proxy can carry. */
public enum Link {
  /** The connections from the client to a server, or to the balancer. */
  HTTP,
  /** The connections from a server to the broker. */
  PUBLISH,
  /** The connections from a consumer to the broker. */
  CONSUME,
  /** The connections from a consumer to Redis. */
  STORE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
