package pipeline.wire.query;

import pipeline.wire.workload.LiftRide;

/** Names of each workload's counts, the same in every store. Pure. */
public final class StoreKeys {
  /** The name of the table with a row for each word, which holds its count. */
  public static final String WORDS = "words";

  /** The name of the set of all users who have swiped; queries of others get 404. */
  public static final String SWIPERS = "Swipers";

  /** The prefix of the names of {@link #seasons}. */
  public static final String SEASONS = "skier:";

  /** The prefix of the names of {@link #day}. */
  public static final String DAYS = "day:";

  /** The prefix of the names of {@link #rides}. */
  public static final String RIDES = "rides:";

  /** The prefix of the names of {@link #likes}. */
  public static final String LIKES = "Likes:";

  /** The prefix of the names of {@link #dislikes}. */
  public static final String DISLIKES = "Dislikes:";

  /** The prefix of the names of {@link #liked}. */
  public static final String LIKED = "Swiper:";

  private StoreKeys() {}

  /** The name of the table of a skier's metres: a row for each season, named by its year. */
  public static String seasons(int skier) {
    return SEASONS + skier;
  }

  /** The name of the table of a day's metres at a resort: a row for each skier, named by number. */
  public static String day(int resort, int season, int day) {
    return DAYS + resort + ":" + season + ":" + day;
  }

  /** The name of the table of a skier's rides: a row for each {@link #ride}, with its count. */
  public static String rides(int skier) {
    return RIDES + skier;
  }

  /** The name of a row of {@link #rides}: resort/season/day/time/lift. */
  public static String ride(LiftRide ride) {
    String day = ride.resort() + "/" + ride.season() + "/" + ride.day();
    return day + "/" + ride.time() + "/" + ride.lift();
  }

  /** The name of the number of a user's swipes to the right. */
  public static String likes(int swiper) {
    return LIKES + swiper;
  }

  /** The name of the number of a user's swipes to the left. */
  public static String dislikes(int swiper) {
    return DISLIKES + swiper;
  }

  /** The name of the set of users whom a user has swiped to the right. */
  public static String liked(int swiper) {
    return LIKED + swiper;
  }
}
