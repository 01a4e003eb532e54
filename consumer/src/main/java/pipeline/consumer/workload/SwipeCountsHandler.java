package pipeline.consumer.workload;

import java.util.List;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.query.CounterUpdates;
import pipeline.wire.query.QueryHandler;
import pipeline.wire.query.StoreKeys;
import pipeline.wire.query.SwipeQueries;
import pipeline.wire.workload.Swipe;
import pipeline.wire.workload.SwipeFormat;
import pipeline.wire.workload.Workload;

/** The workload {@code swipe-counts}: how many likes and dislikes each user gave. */
public final class SwipeCountsHandler implements WorkloadHandler<Swipe> {
  @Override
  public Workload.Counter counter() {
    return Workload.Counter.SWIPE_COUNTS;
  }

  @Override
  public PayloadFormat<Swipe> format() {
    return new SwipeFormat();
  }

  @Override
  public void apply(Swipe swipe, CounterUpdates updates) {
    int swiper = swipe.swiper();
    updates.add(swipe.right() ? StoreKeys.likes(swiper) : StoreKeys.dislikes(swiper), 1);
  }

  @Override
  public QueryHandler reads() {
    return SwipeQueries.onlyStats();
  }

  @Override
  public List<String> keyPatterns() {
    return List.of(StoreKeys.LIKES + "*", StoreKeys.DISLIKES + "*");
  }

  @Override
  public String unit() {
    return "swipes";
  }

  @Override
  public List<String> figures() {
    return List.of("likes", "dislikes");
  }

  @Override
  public void addUp(NamedCount count, Tally.Sums sums) {
    sums.add(count.name().startsWith(StoreKeys.LIKES) ? "likes" : "dislikes", count.count());
  }
}
