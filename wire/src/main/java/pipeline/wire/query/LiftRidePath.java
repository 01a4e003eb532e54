package pipeline.wire.query;

import org.apache.commons.lang3.IntegerRange;
import pipeline.wire.workload.LiftRide;

/**
 * The path {@code /skiers/{resort}/seasons/{season}/days/{day}/skiers/{skier}} of a skier's rides
 * on a day. The ranges are those of {@link LiftRide}.
 */
public record LiftRidePath(int resort, int season, int day, int skier) {

  /** The range of the seasons. */
  static final IntegerRange SEASONS = IntegerRange.of(LiftRide.FIRST_SEASON, LiftRide.LAST_SEASON);

  private static final PathTemplate FORM =
      new PathTemplate(
          "/skiers/{}/seasons/{}/days/{}/skiers/{}",
          PathTemplate.upTo(LiftRide.RESORTS),
          SEASONS,
          PathTemplate.upTo(LiftRide.DAYS),
          PathTemplate.upTo(LiftRide.SKIERS));

  /**
   * Reads a path that starts with a slash.
   *
   * @throws BadPathException if it is not of this form or a number is out of range
   */
  public static LiftRidePath parse(String path) throws BadPathException {
    int[] numbers = FORM.numbers(path);
    return new LiftRidePath(numbers[0], numbers[1], numbers[2], numbers[3]);
  }
}
