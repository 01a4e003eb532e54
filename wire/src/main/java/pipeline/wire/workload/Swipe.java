package pipeline.wire.workload;

/**
 * One swipe: somebody likes somebody, or does not.
 *
 * @param right whether it is a like
 * @param swiper who swipes, 1 to 5000
 * @param swipee who is swiped, 1 to 1000000
 * @param comment at most 256 characters; carried for whoever reads the queue, counted by nobody
 */
public record Swipe(boolean right, int swiper, int swipee, String comment) {}
