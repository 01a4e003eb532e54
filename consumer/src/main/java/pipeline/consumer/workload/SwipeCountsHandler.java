package pipeline.consumer.workload;

import java.util.List;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.query.CounterUpdates;
import pipeline.wire.query.StoreKeys;
import pipeline.wire.query.SwipeQueries;
import pipeline.wire.workload.Swipe;
import pipeline.wire.workload.SwipeFormat;
import pipeline.wire.workload.Workload;

/** The workload {@code swipe-counts}: how many likes and dislikes each user gave. */
public final class SwipeCountsHandler extends WorkloadHandler<Swipe> {
  public SwipeCountsHandler() {
    super(
        Workload.Counter.SWIPE_COUNTS,
        new SwipeFormat(),
        SwipeQueries.onlyStats(),
        List.of(StoreKeys.LIKES + "*", StoreKeys.DISLIKES + "*"),
        "swipes",
        List.of("likes", "dislikes"));
  }

  @Override
  public void apply(Swipe swipe, CounterUpdates updates) {
    int swiper = swipe.swiper();
    updates.add((swipe.right() ? StoreKeys.LIKES : StoreKeys.DISLIKES) + swiper, 1);
  }

  @Override
  public void addUp(NamedCount count, Tally.Sums sums) {
    sums.add(count.name().startsWith(StoreKeys.LIKES) ? "likes" : "dislikes", count.count());
  }
}
