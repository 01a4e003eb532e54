package pipeline.wire.query;

import pipeline.wire.workload.LiftRide;

/** Names of each workload's counts, the same in every store. Pure. */
public final class StoreKeys {
  /** The table with a row for each word: how often it was counted. */
  public static final String WORDS = "words";

  /** The set of all users who have swiped; any other is answered 404. */
  public static final String SWIPERS = "Swipers";

  /** How the names of {@link #seasons} begin. */
  public static final String SEASONS = "skier:";

  /** How the names of {@link #day} begin. */
  public static final String DAYS = "day:";

  /** How the names of {@link #rides} begin. */
  public static final String RIDES = "rides:";

  /** How the names of {@link #likes} begin. */
  public static final String LIKES = "Likes:";

  /** How the names of {@link #dislikes} begin. */
  public static final String DISLIKES = "Dislikes:";

  /** How the names of {@link #liked} begin. */
  public static final String LIKED = "Swiper:";

  private StoreKeys() {}

  /** The table of a skier's metres: a row for each season, named by its year. */
  public static String seasons(int skier) {
    return SEASONS + skier;
  }

  /** The table of a day's metres at a resort: a row for each skier, named by number. */
  public static String day(int resort, int season, int day) {
    return DAYS + resort + ":" + season + ":" + day;
  }

  /** The table of a skier's rides: a row for each {@link #ride}, with how often it was taken. */
  public static String rides(int skier) {
    return RIDES + skier;
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

  /** The number of a user's swipes to the right. */
  public static String likes(int swiper) {
    return LIKES + swiper;
  }

  /** The number of a user's swipes to the left. */
  public static String dislikes(int swiper) {
    return DISLIKES + swiper;
  }

  /** The set of those whom a user has swiped to the right. */
  public static String liked(int swiper) {
    return LIKED + swiper;
  }
}
