package pipeline.client.load;

import java.util.OptionalLong;
import pipeline.client.http.Request;

/**
 * A request whose turn to be sent it is.
 *
 * @param dueNanos when, since the step began; empty for at once, which cannot be missed
 */
record ScheduledRequest(Request request, OptionalLong dueNanos) {}
