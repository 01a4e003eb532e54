package pipeline.faults.system;

import java.util.Locale;

/** The processes of a run. */
public enum Part {
  CLIENT,
  SERVER,
  BROKER,
  CONSUMER,
  REDIS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
