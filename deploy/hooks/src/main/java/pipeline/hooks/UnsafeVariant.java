package pipeline.hooks;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import net.bytebuddy.asm.Advice;

/**
 * Consumers that miscount under some fault, and servers that do not answer, with which tests prove
 * that they would notice.
 */
public enum UnsafeVariant {
  /** The broker forgets a message when it is sent to the consumer. */
  AUTO_ACK(
      new Injection(Types.CHANNEL, "basicConsume", 7, WithAutoAck.class),
      new Injection(Types.CHANNEL, "basicAck", 2, Skipped.class)),

  /** Every copy of a line is counted. */
  NO_IDENTITIES(
      new Injection("pipeline.consumer.store.memory.SeqChunk", "addKnown", 3, Skipped.class)),

  /** Every other commit writes nothing, so messages are acked before they are durable. */
  ACK_BEFORE_COMMIT(new Injection(Types.FILE_STORE, "commit", 0, EveryOtherOnly.class)),

  /** A message of duplicates is acked at once, though its first copy may not be durable. */
  ACK_DUPLICATES_EARLY(
      new Injection("pipeline.consumer.store.Added", "count", 1, EarlyAcks.OnCounted.class),
      new Injection(
          "pipeline.consumer.amqp.QueueConsumer", "handleDelivery", 4, EarlyAcks.OnDelivered.class),
      new Injection(Types.CHANNEL, "basicAck", 2, EarlyAcks.OnAck.class)),

  /** The state file is written, but never forced to the disk. */
  NO_SYNC(new Injection(Types.MV_STORE, "sync", 0, Skipped.class)),

  /** A server's: a body that does not come at once holds a thread while it comes. */
  BLOCKING_BODIES(new Injection("pipeline.server.http.SlowBody", "start", 1, WithHeldThread.class));

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<Injection> injections;

  UnsafeVariant(Injection... injections) {
    this.injections = List.of(injections);
  }

  static Optional<UnsafeVariant> named(String text) {
    return Arrays.stream(values()).filter(variant -> variant.toString().equals(text)).findFirst();
  }

  List<Injection> injections() {
    return injections;
  }

  /** Whether it is the server that is made unsafe, and not the consumer. */
  public boolean isOfServer() {
    return this == BLOCKING_BODIES;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static final class Skipped {
    private Skipped() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean skip() {
      return true;
    }
  }

  /** The first call is skipped, the second is not. */
  public static final class EveryOtherOnly {
    public static final AtomicLong CALLS = new AtomicLong();

    private EveryOtherOnly() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean skip() {
      return CALLS.getAndIncrement() % 2 == 0;
    }
  }

  static final class WithHeldThread {
    private WithHeldThread() {}

    /** In a synchronized method, of which others need the lock meanwhile. */
    @SuppressWarnings("WaitNotInLoop") // waits for the time alone
    @Advice.OnMethodExit
    static void returning(@Advice.This Object body) throws InterruptedException {
      body.wait(1_000);
    }
  }

  static final class WithAutoAck {
    private WithAutoAck() {}

    @SuppressWarnings("UnusedVariable") // Byte Buddy writes it back
    @Advice.OnMethodEnter
    static void calling(@Advice.Argument(value = 1, readOnly = false) boolean autoAck) {
      autoAck = true;
    }
  }
}
