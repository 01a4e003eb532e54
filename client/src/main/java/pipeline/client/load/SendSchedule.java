package pipeline.client.load;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import pipeline.client.http.Request;
import pipeline.client.workload.RequestSource;

/**
 * Decides what is sent next, and when. Thread-safe: every worker of a phase asks the same one.
 *
 * <p>In the closed model a thread sends as soon as it has its answer. In the open model sends are
 * due at an even rate, whatever the answers do. A worker that takes a request waits until it is
 * due; when all are busy past that, the send is late, and its latency counts from when it was due.
 * A send that nobody took within a limit is dropped. The requests are handed out in the order in
 * which they are due, so that a stop leaves no gaps but where a thread was late for its request.
 */
final class SendSchedule {
  /**
   * A request that is to be sent, and when.
   *
   * @param dueNanos since the step began; empty for at once, which cannot be missed
   */
  record Send(Request request, OptionalLong dueNanos) {}

  /**
   * The delay beyond which a send counts as late: timers of a busy machine miss by some
   * milliseconds.
   */
  static final long LATE_NANOS = 10_000_000;

  private final Stage stage;
  private final RequestSource source;
  private final long maxLateNanos;
  private final long warmUpNanos;

  /**
   * The number of sends of the open model that were handed out or dropped, which is the number of
   * the next one.
   */
  private long due;

  private long late;
  private long dropped;

  /**
   * The schedule of a step, from its start on.
   *
   * @param stage says which model it is, and after which time nothing more is sent
   * @param maxLate beyond which a send is dropped
   * @param warmUp within which sends are not counted as late or dropped
   */
  SendSchedule(Stage stage, RequestSource source, Duration maxLate, Duration warmUp) {
    this.stage = stage;
    this.source = source;
    this.maxLateNanos = maxLate.toNanos();
    this.warmUpNanos = warmUp.toNanos();
  }

  /**
   * Takes the next request; the thread that takes it sends it.
   *
   * @param elapsedNanos since the step began
   * @return empty when the step has nothing more to send
   */
  Optional<Send> next(long elapsedNanos) throws IOException {
    if (stage.isOpen()) {
      return nextDue(elapsedNanos);
    }
    return elapsedNanos < stage.duration().toNanos()
        ? source.next().map(request -> new Send(request, OptionalLong.empty()))
        : Optional.empty();
  }

  private synchronized Optional<Send> nextDue(long elapsedNanos) throws IOException {
    long send = due;
    OptionalLong dueNanos = stage.dueNanos(send);
    while (dueNanos.isPresent() && elapsedNanos - dueNanos.getAsLong() > maxLateNanos) {
      send++;
      dueNanos = stage.dueNanos(send);
    }
    Optional<Request> request = dueNanos.isPresent() ? source.next() : Optional.empty();
    if (dueNanos.isPresent() && request.isEmpty()) {
      return Optional.empty(); // sends that fall due after the end of the input are not dropped
    }
    dropped += measured(due, send);
    due = send;
    if (request.isEmpty()) {
      return Optional.empty();
    }
    due++;
    late += elapsedNanos - dueNanos.getAsLong() > LATE_NANOS ? measured(send, due) : 0;
    return Optional.of(new Send(request.get(), dueNanos));
  }

  /** The number of sends from {@code from} to {@code to} - 1 that are due after the warm-up. */
  private long measured(long from, long to) {
    return Math.max(0, to - Math.max(from, stage.firstAfter(warmUpNanos)));
  }

  /** The number of sends that had to wait for a free sender; 0 in the closed model. */
  synchronized long late() {
    return late;
  }

  /** The number of sends that were due but never made; 0 in the closed model. */
  synchronized long dropped() {
    return dropped;
  }
}
