package pipeline.wire.workload;

/**
 * One ride on a lift, with ids in the ranges of the HTTP API.
 *
 * @param resort 1 to {@link #RESORTS}
 * @param season its year, {@link #FIRST_SEASON} to {@link #LAST_SEASON}
 * @param day of the season, 1 to {@link #DAYS}
 * @param skier 1 to {@link #SKIERS}
 * @param time minute of the day's opening hours, 1 to {@link #MINUTES}
 * @param lift 1 to {@link #LIFTS}; a ride climbs ten times as many metres
 */
public record LiftRide(int resort, int season, int day, int skier, int time, int lift) {
  public static final int RESORTS = 10;
  public static final int FIRST_SEASON = 1_000;
  public static final int LAST_SEASON = 9_999;
  public static final int DAYS = 366;
  public static final int SKIERS = 100_000;
  public static final int MINUTES = 360;
  public static final int LIFTS = 40;

  private static final int METRES_A_LIFT_NUMBER = 10;

  /** The metres climbed. */
  public int vertical() {
    return lift * METRES_A_LIFT_NUMBER;
  }
}
