package pipeline.consumer.store;

import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.Swipe;

/** Rides and swipes as the server would send them. */
public final class Payloads {

  private Payloads() {}

  public static Entry<LiftRide> ride(int seq, int skier, int lift) {
    return Entry.single(
        new RequestKey(Entries.RUN, seq), new LiftRide(2, 2022, 1, skier, 217, lift));
  }

  public static Entry<Swipe> swipe(int seq, boolean right, int swiper, int swipee) {
    return Entry.single(new RequestKey(Entries.RUN, seq), new Swipe(right, swiper, swipee, "hm"));
  }
}
