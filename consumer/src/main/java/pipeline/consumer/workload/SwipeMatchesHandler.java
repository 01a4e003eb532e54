package pipeline.consumer.workload;

import java.util.List;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.query.CounterUpdates;
import pipeline.wire.query.StoreKeys;
import pipeline.wire.query.SwipeQueries;
import pipeline.wire.workload.Swipe;
import pipeline.wire.workload.SwipeFormat;
import pipeline.wire.workload.Workload;

/** The workload {@code swipe-matches}: whom each user likes, and which users have swiped. */
public final class SwipeMatchesHandler extends WorkloadHandler<Swipe> {
  public SwipeMatchesHandler() {
    super(
        Workload.Counter.SWIPE_MATCHES,
        new SwipeFormat(),
        SwipeQueries.onlyMatches(),
        List.of(StoreKeys.SWIPERS, StoreKeys.LIKED + "*"),
        "swipes",
        List.of("swipers", "matches"));
  }

  @Override
  public void apply(Swipe swipe, CounterUpdates updates) {
    updates.put(StoreKeys.SWIPERS, Integer.toString(swipe.swiper()));
    if (swipe.right()) {
      updates.put(StoreKeys.LIKED + swipe.swiper(), Integer.toString(swipe.swipee()));
    }
  }

  @Override
  public void addUp(NamedCount count, Tally.Sums sums) {
    sums.add(count.name().startsWith(StoreKeys.LIKED) ? "matches" : "swipers", count.count());
  }
}
