package pipeline.wire.query;

import pipeline.wire.workload.LiftRide;

/** Names of each workload's counts, the same in every store. Pure. */
public final class StoreKeys {
  /** The name of the table with a row for each word, which holds its count. */
  public static final String WORDS = "words";

  /** The name of the set of all users who have swiped; queries of others get 404. */
  public static final String SWIPERS = "Swipers";

  /**
   * Begins the name of a skier's table of metres, with a row for each season, named by its year.
   */
  public static final String SEASONS = "skier:";

  /** The prefix of the names of {@link #day}. */
  public static final String DAYS = "day:";

  /** Begins the name of a skier's table of rides, with the count of each {@link #ride}. */
  public static final String RIDES = "rides:";

  /** Begins the name of the number of a user's swipes to the right. */
  public static final String LIKES = "Likes:";

  /** Begins the name of the number of a user's swipes to the left. */
  public static final String DISLIKES = "Dislikes:";

  /** Begins the name of the set of those whom a user has swiped to the right. */
  public static final String LIKED = "Swiper:";

  private StoreKeys() {}

  /** The name of the table of a day's metres at a resort: a row for each skier, named by number. */
  public static String day(int resort, int season, int day) {
    return DAYS + resort + ":" + season + ":" + day;
  }

  /** The name of a row of {@link #RIDES}: resort/season/day/time/lift. */
  public static String ride(LiftRide ride) {
    String day = ride.resort() + "/" + ride.season() + "/" + ride.day();
    return day + "/" + ride.time() + "/" + ride.lift();
  }
}
