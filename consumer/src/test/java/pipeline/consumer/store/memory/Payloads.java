package pipeline.consumer.store.memory;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import pipeline.consumer.store.Lines;
import pipeline.consumer.store.Results;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.LiftRideFormat;
import pipeline.wire.workload.Swipe;
import pipeline.wire.workload.SwipeFormat;

/** Rides and swipes as the server would send them, and what they come to. */
public final class Payloads {
  private Payloads() {}

  public static Entry<LiftRide> ride(int seq, int skier, int lift) {
    return new Entry<>(new RequestKey(Lines.RUN, seq), new LiftRide(2, 2022, 1, skier, 217, lift));
  }

  public static Entry<Swipe> swipe(int seq, boolean right, int swiper, int swipee) {
    return new Entry<>(new RequestKey(Lines.RUN, seq), new Swipe(right, swiper, swipee, "hm"));
  }

  static byte[] rideMessage(Entry<LiftRide> ride) {
    return EntryEncoder.join(List.of(new EntryEncoder<>(new LiftRideFormat()).encode(ride)));
  }

  public static byte[] swipeMessage(Entry<Swipe> swipe) {
    return EntryEncoder.join(List.of(new EntryEncoder<>(new SwipeFormat()).encode(swipe)));
  }

  public static <P> InMemoryCounts<P> tally(WorkloadHandler<P> handler) {
    return new InMemoryCounts<>(
        handler.newTotals(),
        handler::apply,
        new DedupIndex(10, Duration.ofDays(1), System::currentTimeMillis));
  }

  public static Map<String, Long> counts(Results results) {
    Map<String, Long> counts = new TreeMap<>();
    results.counts().forEach(count -> counts.put(count.name(), count.count()));
    return counts;
  }
}
