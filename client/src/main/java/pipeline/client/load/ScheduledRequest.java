package pipeline.client.load;

import java.util.OptionalLong;
import pipeline.client.http.Request;

/**
 * A request that is to be sent, and when.
 *
 * @param dueNanos since the step began; empty for at once, which cannot be missed
 */
record ScheduledRequest(Request request, OptionalLong dueNanos) {}
