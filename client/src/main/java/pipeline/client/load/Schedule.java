package pipeline.client.load;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import pipeline.client.workload.RequestSource;

/** Decides what is sent next, and when. Thread-safe: every worker of a phase asks the same one. */
interface Schedule {
  /**
   * Takes the next turn; the thread that takes it sends the request.
   *
   * @param elapsedNanos since the step began
   * @return empty when the step has nothing more to send
   */
  Optional<ScheduledRequest> next(long elapsedNanos) throws IOException;

  /**
   * The closed model: a thread sends as soon as it has its answer.
   *
   * @param duration after which nothing more is sent
   */
  static Schedule closed(RequestSource source, Duration duration) {
    long durationNanos = duration.toNanos();
    return elapsedNanos ->
        elapsedNanos < durationNanos
            ? source.next().map(request -> new ScheduledRequest(request, OptionalLong.empty()))
            : Optional.empty();
  }
}
