package pipeline.lab.system;

import java.util.Locale;

/** What the pipeline consists of: each one or several processes. */
public enum Part {
  CLIENT,
  BALANCER,
  SERVER,
  BROKER,
  CONSUMER,
  REDIS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
