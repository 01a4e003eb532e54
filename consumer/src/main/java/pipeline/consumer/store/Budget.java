package pipeline.consumer.store;

/**
 * How much of something that others can make grow is in use, for metrics.
 *
 * @param name what it is, such as {@code runs}
 * @param used how much there is of it now
 * @param limit the most that is admitted
 */
public record Budget(String name, long used, long limit) {}
