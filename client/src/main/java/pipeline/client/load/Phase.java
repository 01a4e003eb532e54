package pipeline.client.load;

/**
 * So many threads with a share of the requests each.
 *
 * @param requestsEach what one thread sends at most
 */
public record Phase(int threads, long requestsEach) {}
