package pipeline.client;

import java.util.OptionalLong;

/**
 * A request whose turn to be sent it is.
 *
 * @param dueNanos when, since the step began; empty for at once, which cannot be missed
 */
record Turn(Request request, OptionalLong dueNanos) {}
