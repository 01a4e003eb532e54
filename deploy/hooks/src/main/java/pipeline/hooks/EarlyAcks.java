package pipeline.hooks;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.asm.Advice;

/**
 * Acks a message that held nothing new as soon as it was handled, and leaves it out of the later
 * acks of many messages, since the broker closes a channel that acks a tag twice. The consumer lets
 * one thread at a time handle or ack on a channel, which guards the state of that channel here.
 */
public final class EarlyAcks {
  private static final Map<Channel, EarlyAcks> BY_CHANNEL = new ConcurrentHashMap<>();
  private static final ThreadLocal<Integer> COUNTED = new ThreadLocal<>();

  private final NavigableSet<Long> tags = new TreeSet<>();

  /** The highest tag up to which every tag is acked. */
  private long settled;

  private EarlyAcks() {}

  private static EarlyAcks of(Channel channel) {
    return BY_CHANNEL.computeIfAbsent(channel, any -> new EarlyAcks());
  }

  /** Notes that this thread's message holds an entry, and how many of its lines were new. */
  public static void counted(int lines) {
    Integer before = COUNTED.get();
    COUNTED.set((before == null ? 0 : before) + lines);
  }

  /** Acks the message that this thread has handled, if it held nothing new. */
  public static void delivered(Channel channel, long tag) throws IOException {
    Integer counted = COUNTED.get();
    COUNTED.remove();
    if (counted != null && counted == 0) {
      channel.basicAck(tag, false);
      of(channel).tags.add(tag);
    }
  }

  /** The highest tag that an ack up to {@code last} may name; 0 if nothing is left to ack. */
  public static long lastLeft(Channel channel, long last) {
    EarlyAcks early = of(channel);
    long left = last;
    while (early.tags.contains(left)) {
      left--;
    }
    early.tags.headSet(last, true).clear();
    boolean isNothingLeft = left <= early.settled;
    early.settled = last;
    return isNothingLeft ? 0 : left;
  }

  static final class OnCounted {
    private OnCounted() {}

    @Advice.OnMethodExit
    static void returning(@Advice.Argument(0) int lines) {
      EarlyAcks.counted(lines);
    }
  }

  static final class OnDelivered {
    private OnDelivered() {}

    @Advice.OnMethodExit
    static void returning(@Advice.This DefaultConsumer consumer, @Advice.Argument(1) Envelope of)
        throws IOException {
      EarlyAcks.delivered(consumer.getChannel(), of.getDeliveryTag());
    }
  }

  static final class OnAck {
    private OnAck() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean skip(
        @Advice.This Channel channel,
        @Advice.Argument(value = 0, readOnly = false) long tag,
        @Advice.Argument(1) boolean multiple) {
      if (multiple) {
        tag = EarlyAcks.lastLeft(channel, tag);
      }
      return tag == 0;
    }
  }
}
