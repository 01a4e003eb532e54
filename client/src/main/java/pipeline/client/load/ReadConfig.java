package pipeline.client.load;

import java.util.List;
import pipeline.client.http.ServerUrl;

/**
 * The reads beside the load.
 *
 * @param rate reads a second
 * @param urls where they are served
 */
public record ReadConfig(double rate, List<ServerUrl> urls) {}
