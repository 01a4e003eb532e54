package pipeline.testkit.proxy;

import java.util.concurrent.atomic.AtomicLong;

/** One direction of all connections of a proxy: how it behaves now. Thread-safe. */
final class ProxyDirection {
  private final AtomicLong bytes = new AtomicLong();
  private volatile Flow flow = Flow.PASS;
  private long sinceCut;

  Flow flow() {
    return flow;
  }

  synchronized void flow(Flow next) {
    flow = next;
    sinceCut = 0;
  }

  /** Bytes carried since the start, cut ones left out. */
  long bytes() {
    return bytes.get();
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
