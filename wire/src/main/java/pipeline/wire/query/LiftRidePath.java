package pipeline.wire.query;

import pipeline.wire.workload.LiftRide;

/**
 * {@code /skiers/{resort}/seasons/{season}/days/{day}/skiers/{skier}}: whose rides of which day.
 * The ranges are those of {@link LiftRide}.
 */
public record LiftRidePath(int resort, int season, int day, int skier) {

  private static final PathTemplate FORM =
      new PathTemplate("/skiers/{1-10}/seasons/{1000-9999}/days/{1-366}/skiers/{1-100000}");

  /**
   * Reads a path that starts with a slash.
   *
   * @throws BadPathException if it is not of this form or a number is out of range
   */
  public static LiftRidePath parse(String path) throws BadPathException {
    int[] numbers = FORM.numbers(path);
    return new LiftRidePath(numbers[0], numbers[1], numbers[2], numbers[3]);
  }

  /** The ride on this day. */
  public LiftRide ride(int time, int lift) {
    return new LiftRide(resort, season, day, skier, time, lift);
  }
}
