package pipeline.hooks;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/**
 * Consumers that miscount under some fault, servers that do not answer, and clients that say what
 * is not so, with which tests prove that they would notice.
 */
public enum UnsafeVariant {
  /** The broker forgets a message when it is sent to the consumer. */
  AUTO_ACK(
      new Injection(Injection.CHANNEL, "basicConsume", 7, WithAutoAck.class),
      new Injection(Injection.CHANNEL, "basicAck", 2, Skipped.class)),

  /** Every copy of a line is counted. */
  NO_IDENTITIES(
      new Injection("pipeline.consumer.store.file.SeqChunk", "addKnown", 3, Skipped.class)),

  /** Every other commit writes nothing, so messages are acked before they are durable. */
  ACK_BEFORE_COMMIT(new Injection(Injection.FILE_STORE, "commit", 0, EveryOtherOnly.class)),

  /** The state file is written, but never forced to the disk. */
  NO_SYNC(new Injection(Injection.MV_STORE, "sync", 0, Skipped.class)),

  /** Each commit forgets all runs, though their lines wait in the queue. */
  FORGET_EARLY(new Injection(Injection.FILE_STORE, "commit", 0, Forgetting.OnCommit.class)),

  /** A commit for which the store has no room is taken for one that was made. */
  ACK_WHILE_FULL(new Injection(Injection.FILE_STORE, "commit", 0, WithoutTrouble.class)),

  /** What a commit is to write leaves memory before it is written. */
  DROP_BEFORE_WRITE(
      new Injection(
          "pipeline.consumer.store.file.WorkingCounts", "drained", 0, Forgetting.OnDrain.class)),

  /** A task of Flink that has started again takes no identity from its checkpoint. */
  FORGET_RESTORED(
      new Injection("pipeline.flink.CountOnce", "open", 1, OwnBlocks.Cleared.class),
      new Injection(Injection.IDENTITIES, "of", 2, OwnBlocks.Added.class),
      new Injection(Injection.IDENTITIES, "numbers", 0, OwnBlocks.Known.class)),

  /** A body that does not come at once holds a thread while it comes. */
  BLOCKING_BODIES(
      Program.SERVER,
      new Injection(
          "pipeline.server.exchange.BodyReader$SlowBody", "read", 0, WithHeldThread.class)),

  /** The server publishes only the first part of a request that spans two partitions. */
  FIRST_PART_ONLY(
      Program.SERVER,
      new Injection("pipeline.server.publish.MessageFormat", "encode", 2, FirstOnly.class)),

  /** The end of a run tells of one line more than it has. */
  WRONG_END(
      Program.CLIENT, new Injection("pipeline.client.http.Request", "end", 2, WithOneMore.class));

  /** The program that is made unsafe. */
  public enum Program {
    CLIENT,
    SERVER,
    CONSUMER
  }

  private final Program program;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<Injection> injections;

  UnsafeVariant(Injection... injections) {
    this(Program.CONSUMER, injections);
  }

  UnsafeVariant(Program program, Injection... injections) {
    this.program = program;
    this.injections = List.of(injections);
  }

  List<Injection> injections() {
    return injections;
  }

  /** The program that the variant is of. */
  public Program program() {
    return program;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static final class Skipped {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean skip() {
      return true;
    }
  }

  /** The first call is skipped, the second is not. */
  public static final class EveryOtherOnly {
    public static final AtomicLong CALLS = new AtomicLong();

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean skip() {
      return CALLS.getAndIncrement() % 2 == 0;
    }
  }

  static final class WithoutTrouble {
    @SuppressWarnings("UnusedVariable") // Byte Buddy writes it back
    @Advice.OnMethodExit(onThrowable = IOException.class)
    static void returning(@Advice.Thrown(readOnly = false) Throwable trouble) {
      trouble = null;
    }
  }

  /** Makes the consumer's store forget before it may: its methods are called by their names. */
  public static final class Forgetting {
    /** Forgets all runs that are durable. */
    public static void forgetRuns(Object store) throws ReflectiveOperationException {
      store.getClass().getMethod("forget", long.class).invoke(store, Long.MAX_VALUE);
    }

    /** Drops all objects of a cache: two generations end, since only untouched ones are dropped. */
    public static void drop(Object cache) throws ReflectiveOperationException {
      Method end = cache.getClass().getDeclaredMethod("endGeneration");
      end.setAccessible(true);
      end.invoke(cache);
      end.invoke(cache);
    }

    static final class OnCommit {
      @Advice.OnMethodExit
      static void returning(@Advice.This Object store) throws ReflectiveOperationException {
        forgetRuns(store);
      }
    }

    static final class OnDrain {
      @Advice.OnMethodExit
      static void returning(@Advice.This Object counts) throws ReflectiveOperationException {
        drop(counts);
      }
    }
  }

  static final class FirstOnly {
    @Advice.OnMethodExit
    static void returning(@Advice.Return List<?> parts) {
      parts.subList(1, parts.size()).clear();
    }
  }

  /** The blocks of which the task of this process has counted lines since it began. */
  public static final class OwnBlocks {
    public static final Set<String> BLOCKS = ConcurrentHashMap.newKeySet();

    public static void add(String block) {
      BLOCKS.add("[block=" + block + ",");
    }

    /** Empties the numbers of identities, a bitmap of their own, that are of no such block. */
    public static void forget(Object identities, Object numbers)
        throws ReflectiveOperationException {
      if (BLOCKS.stream().noneMatch(identities.toString()::contains)) {
        numbers.getClass().getMethod("clear").invoke(numbers);
      }
    }

    static final class Cleared {
      @Advice.OnMethodEnter
      static void opening() {
        BLOCKS.clear();
      }
    }

    static final class Added {
      @Advice.OnMethodEnter
      static void calling(@Advice.Argument(0) String block) {
        add(block);
      }
    }

    static final class Known {
      @Advice.OnMethodExit
      static void returning(
          @Advice.This Object identities,
          @Advice.Return(typing = Assigner.Typing.DYNAMIC) Object numbers)
          throws ReflectiveOperationException {
        forget(identities, numbers);
      }
    }
  }

  static final class WithOneMore {
    @SuppressWarnings("UnusedVariable") // Byte Buddy writes it back
    @Advice.OnMethodEnter
    static void calling(@Advice.Argument(value = 1, readOnly = false) long lines) {
      lines++;
    }
  }

  static final class WithHeldThread {
    /** Waits in a synchronized method, while other threads need its lock. */
    @SuppressWarnings("WaitNotInLoop") // waits for the time alone
    @Advice.OnMethodExit
    static void returning(@Advice.This Object body) throws InterruptedException {
      body.wait(1_000);
    }
  }

  static final class WithAutoAck {
    @SuppressWarnings("UnusedVariable") // Byte Buddy writes it back
    @Advice.OnMethodEnter
    static void calling(@Advice.Argument(value = 1, readOnly = false) boolean autoAck) {
      autoAck = true;
    }
  }
}
