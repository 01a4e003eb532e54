package pipeline.client.load;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import pipeline.client.workload.RequestSource;

/** The closed model: a thread sends as soon as it has its answer. Thread-safe. */
final class ClosedSchedule implements Schedule {
  private final RequestSource source;
  private final long durationNanos;

  /**
   * @param duration after which nothing more is sent
   */
  ClosedSchedule(RequestSource source, Duration duration) {
    this.source = source;
    this.durationNanos = duration.toNanos();
  }

  @Override
  public Optional<ScheduledRequest> next(long elapsedNanos) throws IOException {
    return elapsedNanos < durationNanos
        ? source.next().map(request -> new ScheduledRequest(request, OptionalLong.empty()))
        : Optional.empty();
  }
}
