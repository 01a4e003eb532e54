package pipeline.wire.workload;

/**
 * One swipe: a user likes another, or does not.
 *
 * @param right whether it is a like
 * @param swiper who swipes, 1 to {@link #SWIPERS}
 * @param swipee who is swiped, 1 to {@link #SWIPEES}
 * @param comment at most {@link #COMMENT_CHARS} characters; carried for other readers of the queue,
 *     counted by nobody
 */
public record Swipe(boolean right, int swiper, int swipee, String comment) {
  public static final int SWIPERS = 5_000;
  public static final int SWIPEES = 1_000_000;
  public static final int COMMENT_CHARS = 256;
}
