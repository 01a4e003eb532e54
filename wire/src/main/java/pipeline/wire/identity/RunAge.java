package pipeline.wire.identity;

import java.time.Duration;

/** How old a run can be, counted from the start that its id tells. */
public final class RunAge {
  /** Servers take a run's lines for so long after its start. */
  public static final Duration TAKEN = Duration.ofDays(30);

  /** Servers take a run whose start is so far ahead of their clock: the client's may be wrong. */
  public static final Duration AHEAD = Duration.ofMinutes(10);

  /**
   * Consumers remember a run's lines for at least so long after its start. The day beyond {@link
   * #TAKEN} is for the difference of the clocks of servers and consumers.
   */
  public static final Duration REMEMBERED = TAKEN.plusDays(1);

  private RunAge() {}
}
