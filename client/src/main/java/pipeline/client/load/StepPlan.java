package pipeline.client.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The plan of one step of a run, made before anything is sent.
 *
 * @param label what tells it from the other steps, such as {@code 32 threads}
 * @param threads how many send at once, after the lead-in
 * @param leadIn what runs before them: the next phase, and after the last one {@code threads},
 *     start as soon as one thread of a phase has ended; only in the closed model
 * @param stage at which rate, and for how long at most
 * @param requests how many requests are sent at most; {@link #UNLIMITED} if only time ends the step
 * @param warmUp how long after its start the measured part begins
 * @param pauseAfter whether the consumer is given time to catch up after it
 */
public record StepPlan(
    String label,
    int threads,
    List<Phase> leadIn,
    Stage stage,
    long requests,
    Duration warmUp,
    boolean pauseAfter) {
  public static final long UNLIMITED = Long.MAX_VALUE;

  /**
   * A number of threads, each of which sends a share of the requests.
   *
   * @param requestsEach what one thread sends at most
   */
  public record Phase(int threads, long requestsEach) {}

  /** The most threads that send at once: a phase may begin before the previous one has ended. */
  public int allThreads() {
    return threads + leadIn.stream().mapToInt(Phase::threads).sum();
  }

  /**
   * The time at which the measured part begins.
   *
   * @param startNanos when the step began
   */
  public long measuredFrom(long startNanos) {
    return startNanos + warmUp.toNanos();
  }

  /** The time that the step takes by its duration or its rate; zero if the answers alone decide. */
  public Duration planned() {
    if (stage.isTimed()) {
      return stage.duration();
    }
    return stage.isOpen() ? Duration.ofSeconds((long) (requests / stage.rate())) : Duration.ZERO;
  }

  /**
   * Divides the step so that no part is planned to take longer than {@code longest}; a short or a
   * timed step, which never exceeds a day, is its own only part. The warm-up belongs to the first
   * part, the pause to the last.
   */
  List<StepPlan> parts(Duration longest) {
    List<StepPlan> parts = new ArrayList<>();
    long most = Math.max(1, (long) (longest.toSeconds() * stage.rate()));
    StepPlan rest = this;
    while (!stage.isTimed() && stage.isOpen() && rest.requests > most) {
      parts.add(rest.part(most, rest.warmUp, false));
      rest = rest.part(rest.requests - most, Duration.ZERO, pauseAfter);
    }
    parts.add(rest);
    return parts;
  }

  private StepPlan part(long some, Duration itsWarmUp, boolean itsPause) {
    return new StepPlan(label, threads, leadIn, stage, some, itsWarmUp, itsPause);
  }

  /**
   * The number of requests that will be sent if all goes well; {@link #UNLIMITED} if that is
   * unknown.
   */
  public long expectedRequests() {
    return stage.isOpen() && stage.isTimed()
        ? Math.min(requests, stage.firstAfter(stage.duration().toNanos()))
        : requests;
  }
}
