package pipeline.client.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import pipeline.client.http.ServerUrl;
import pipeline.client.load.LoadShape;
import pipeline.client.workload.Traffic;
import pipeline.wire.identity.RunId;

/**
 * The settings of one run: its servers, shape and traffic, and the reads beside it. Checked and
 * immutable.
 *
 * @param urls the servers that share the load
 * @param timeout longest wait for an answer to one attempt, and for a free sender
 * @param coolDown the pause between the steps of a sweep, if it was asked for
 * @param getsRate reads a second beside the load; empty for none
 * @param getsUrls where reads are served
 * @param isResumed whether the run has begun before, and its lines are sent again
 * @param startAt when to begin; empty for at once
 */
public record ClientConfig(
    List<ServerUrl> urls,
    LoadShape shape,
    Duration timeout,
    Optional<Duration> coolDown,
    OptionalDouble getsRate,
    List<ServerUrl> getsUrls,
    RunId runId,
    boolean isResumed,
    Optional<Instant> startAt,
    Traffic traffic) {
  static final int MAX_THREADS = 10_000;
  static final int MAX_REPEAT = 1_000_000;
  static final int MAX_TIMEOUT_SECONDS = 3_600;
}
