package pipeline.wire.query;

import pipeline.wire.workload.LiftRide;

/** Where the numbers of lift rides stand in every store. Pure. */
public final class LiftRideKeys {

  private LiftRideKeys() {}

  /** The table of a skier's metres: a row for each season, named by its year. */
  public static String seasons(int skier) {
    return "skier:" + skier;
  }

  /** The table of a day's metres at a resort: a row for each skier, named by number. */
  public static String day(int resort, int season, int day) {
    return "day:" + resort + ":" + season + ":" + day;
  }

  /** The table of a skier's rides: a row for each {@link #ride}, with how often it was taken. */
  public static String rides(int skier) {
    return "rides:" + skier;
  }

  /** A row of {@link #rides}: resort/season/day/time/lift. */
  public static String ride(LiftRide ride) {
    return ride.resort()
        + "/"
        + ride.season()
        + "/"
        + ride.day()
        + "/"
        + ride.time()
        + "/"
        + ride.lift();
  }
}
