package pipeline.client;

import java.util.List;

/**
 * The reads beside the load.
 *
 * @param rate reads a second
 * @param urls where they are served
 */
record ReadConfig(double rate, List<ServerUrl> urls) {}
