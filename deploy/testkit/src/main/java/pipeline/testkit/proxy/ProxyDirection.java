package pipeline.testkit.proxy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** One direction of all connections of a proxy: how it behaves now. Thread-safe. */
final class ProxyDirection {
  private final AtomicLong bytes = new AtomicLong();
  private volatile Flow flow = Flow.PASS;
  private long sinceCut;
  private long pieces;
  private long heldNanos;

  Flow flow() {
    return flow;
  }

  synchronized void flow(Flow next) {
    flow = next;
    sinceCut = 0;
  }

  /** The number of bytes carried since the start, without those that were cut. */
  long bytes() {
    return bytes.get();
  }

  /** Records that a piece was written {@code nanos} after it was read. */
  synchronized void held(long nanos) {
    pieces++;
    heldNanos += nanos;
  }

  synchronized Duration meanHeld() {
    return pieces == 0 ? Duration.ZERO : Duration.ofNanos(heldNanos / pieces);
  }

  /**
   * How many of {@code length} bytes may be written: fewer than all when this piece reaches the
   * cut.
   */
  synchronized int take(Flow flow, int length) {
    int whole = length;
    if (flow.cutAfter() > 0 && sinceCut + length > flow.cutAfter()) {
      whole = (int) (flow.cutAfter() - sinceCut);
      sinceCut = 0;
    } else {
      sinceCut += length;
    }
    bytes.addAndGet(whole);
    return whole;
  }
}
