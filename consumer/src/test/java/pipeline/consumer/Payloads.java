package pipeline.consumer;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import pipeline.wire.Entry;
import pipeline.wire.EntryEncoder;
import pipeline.wire.LiftRide;
import pipeline.wire.LiftRideFormat;
import pipeline.wire.RequestKey;
import pipeline.wire.Swipe;
import pipeline.wire.SwipeFormat;

/** Rides and swipes as the server would send them, and what they come to. */
final class Payloads {
  private Payloads() {}

  static Entry<LiftRide> ride(int seq, int skier, int lift) {
    return new Entry<>(new RequestKey(Lines.RUN, seq), new LiftRide(2, 2022, 1, skier, 217, lift));
  }

  static Entry<Swipe> swipe(int seq, boolean right, int swiper, int swipee) {
    return new Entry<>(new RequestKey(Lines.RUN, seq), new Swipe(right, swiper, swipee, "hm"));
  }

  static byte[] rideMessage(Entry<LiftRide> ride) {
    return EntryEncoder.join(List.of(new EntryEncoder<>(new LiftRideFormat()).encode(ride)));
  }

  static byte[] swipeMessage(Entry<Swipe> swipe) {
    return EntryEncoder.join(List.of(new EntryEncoder<>(new SwipeFormat()).encode(swipe)));
  }

  static <P> Tally<P> tally(WorkloadHandler<P> handler) {
    return new Tally<>(handler, new RunLedger(10, Duration.ofDays(1), System::currentTimeMillis));
  }

  static Map<String, Long> counts(Results results) {
    Map<String, Long> counts = new TreeMap<>();
    results.counts().forEach(count -> counts.put(count.name(), count.count()));
    return counts;
  }
}
