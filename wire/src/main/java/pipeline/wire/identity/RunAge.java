package pipeline.wire.identity;

import java.time.Duration;

/** The limits of a run's age, which counts from the start that its id tells. */
public final class RunAge {
  /** The time after a run's start for which servers take its lines. */
  public static final Duration TAKEN = Duration.ofDays(30);

  /**
   * The time by which a run's start may be ahead of a server's clock: the client's clock may be
   * wrong.
   */
  public static final Duration AHEAD = Duration.ofMinutes(10);

  /**
   * The least time after a run's start for which consumers remember its lines. The day beyond
   * {@link #TAKEN} is for the difference of the clocks of servers and consumers.
   */
  public static final Duration REMEMBERED = TAKEN.plusDays(1);

  private RunAge() {}
}
