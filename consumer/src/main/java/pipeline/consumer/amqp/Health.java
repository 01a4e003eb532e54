package pipeline.consumer.amqp;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.commons.lang3.exception.ExceptionUtils;

/**
 * The faults that keep lines from being counted. Each part of the consumer reports here what it
 * tries, and its success clears what it reported before. A part that neither succeeds nor fails for
 * long hangs, which shows without its help. Thread-safe.
 */
public final class Health {
  /**
   * The time after which an attempt counts as hanging; as watches look every second, it shows
   * within five seconds.
   */
  private static final long HANG_NANOS = TimeUnit.MILLISECONDS.toNanos(3_500);

  /** The parts that can fail; a failure of one explains failures of those below it. */
  public enum Part {
    /** The store's settings, which may let counts be lost. */
    STORE_SETTINGS(""),
    /** The store's room, which may be used up. */
    STORE_ROOM(""),
    /** Commits of the store, reported by {@link Committer}. */
    STORE("the store hangs: a commit has not ended for some seconds, so nothing is acked"),
    /** The answers of a store in another process, asked for between commits. */
    STORE_ANSWERS("the store does not answer"),
    /** A message that ends connections, reported by {@link Subscription}. */
    POISON(""),
    /** The connection that consumes, reported by {@link Subscription}. */
    BROKER(""),
    /** The broker's answers on an open connection. */
    BROKER_ANSWERS("the broker does not answer"),
    /** The move of messages that cannot be counted, reported by {@link DeadLetters}. */
    DEAD_QUEUE("the dead queue takes nothing: it has not confirmed a message for some seconds"),
    /** Room for more unacked bytes, reported by {@link UnackedBytes}. */
    ROOM("no more messages are taken: all that may be unacked waits, see --max-unacked");

    private final String hangs;

    Part(String hangs) {
      this.hangs = hangs;
    }
  }

  private final LongSupplier nanoClock;

  /** The reason why each part failed, unless it has succeeded since. Guarded by this. */
  private final Map<Part, String> reasons = new EnumMap<>(Part.class);

  /** The time at which each part began the attempt that has not ended. Guarded by this. */
  private final Map<Part, Long> begun = new EnumMap<>(Part.class);

  /** The state at the start: the broker has not been reached yet. */
  public Health(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    fails(Part.BROKER, "the broker has not been reached yet");
  }

  /** Notes that an attempt begins, which ends with {@link #works} or {@link #fails}. */
  public synchronized void begins(Part part) {
    begun.putIfAbsent(part, nanoClock.getAsLong());
  }

  /** Notes that an attempt has succeeded. */
  public synchronized void works(Part part) {
    begun.remove(part);
    reasons.remove(part);
  }

  /**
   * Notes that an attempt has failed; the reason stands until one succeeds.
   *
   * @param reason one line for a person
   * @return whether the reason is new, so that it should be logged
   */
  public synchronized boolean fails(Part part, String reason) {
    begun.remove(part);
    return !reason.equals(reasons.put(part, reason));
  }

  /** The first fault, in words for a person; empty if lines are counted. */
  public synchronized Optional<String> trouble() {
    for (Part part : Part.values()) {
      if (isFailing(part)) {
        return Optional.of(reasons.getOrDefault(part, part.hangs));
      }
    }
    return Optional.empty();
  }

  /** Whether the part failed, or hangs. */
  public synchronized boolean isFailing(Part part) {
    Long since = begun.get(part);
    return reasons.containsKey(part)
        || (since != null && nanoClock.getAsLong() - since > HANG_NANOS);
  }

  /**
   * The text of an error in one line, with the system's own words if a library has wrapped them.
   */
  public static String words(Throwable error) {
    Throwable root = ExceptionUtils.getRootCause(error);
    String all = text(error);
    return all.contains(text(root)) ? all : all + ": " + text(root);
  }

  private static String text(Throwable error) {
    String message = error.getMessage();
    return message == null || message.isBlank()
        ? error.getClass().getSimpleName()
        : message.lines().findFirst().orElseThrow();
  }
}
