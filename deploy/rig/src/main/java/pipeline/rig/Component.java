package pipeline.rig;

import java.util.Locale;

/** A part of the pipeline: one process or several. */
public enum Component {
  CLIENT,
  BALANCER,
  SERVER,
  BROKER,
  /** What counts: processes of {@code consumer.jar}, or of Flink. */
  CONSUMER,
  REDIS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
