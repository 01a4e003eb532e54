package pipeline.client.load;

/**
 * A number of threads, each of which sends a share of the requests.
 *
 * @param requestsEach what one thread sends at most
 */
public record Phase(int threads, long requestsEach) {}
