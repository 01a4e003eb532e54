package pipeline.wire.query;

/** Where likes, dislikes and matches stand in every store. Pure. */
public final class SwipeKeys {

  /** The set of all who have swiped at all, so that the others are unknown. */
  public static final String SWIPERS = "Swipers";

  private SwipeKeys() {}

  /** The number of a user's swipes to the right. */
  public static String likes(int swiper) {
    return "Likes:" + swiper;
  }

  /** The number of a user's swipes to the left. */
  public static String dislikes(int swiper) {
    return "Dislikes:" + swiper;
  }

  /** The set of those whom a user has swiped to the right. */
  public static String liked(int swiper) {
    return "Swiper:" + swiper;
  }
}
