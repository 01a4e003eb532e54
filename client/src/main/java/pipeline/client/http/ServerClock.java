package pipeline.client.http;

import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAccumulator;
import org.apache.hc.client5.http.utils.DateUtils;

/**
 * How far the servers' clock is ahead of this machine's, as the {@code Date} of their answers shows
 * it. Servers tell whole seconds, and some the same one for two seconds: what is known of a load of
 * a few seconds is up to two seconds too little, but equally so for all clients of the same server.
 * Thread-safe.
 */
public final class ServerClock {
  private final LongAccumulator aheadMillis = new LongAccumulator(Math::max, Long.MIN_VALUE);

  /** Takes the header {@code Date} of an answer that has just come. */
  void told(String date) {
    Instant now = DateUtils.parseStandardDate(date);
    if (now != null) {
      aheadMillis.accumulate(now.toEpochMilli() - System.currentTimeMillis());
    }
  }

  /** By how much the servers are ahead, in milliseconds; empty if none has told its time. */
  public OptionalLong aheadMillis() {
    long ahead = aheadMillis.get();
    return ahead == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(ahead);
  }
}
