package pipeline.client;

/**
 * So many threads with a share of the requests each.
 *
 * @param requestsEach what one thread sends at most
 */
record Phase(int threads, long requestsEach) {}
