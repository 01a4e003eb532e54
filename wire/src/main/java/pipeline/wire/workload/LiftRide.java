package pipeline.wire.workload;

/**
 * One ride on a lift, with ids in the ranges of the HTTP API.
 *
 * @param resort 1 to 10
 * @param season its year, four digits
 * @param day of the season, 1 to 366
 * @param skier 1 to 100000
 * @param time minute of the day's opening hours, 1 to 360
 * @param lift 1 to 40; a ride climbs ten times as many metres
 */
public record LiftRide(int resort, int season, int day, int skier, int time, int lift) {

  private static final int METRES_A_LIFT_NUMBER = 10;

  /** Metres climbed. */
  public int vertical() {
    return lift * METRES_A_LIFT_NUMBER;
  }
}
