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

/** The workload {@code swipe-matches}: whom each user likes, and which users have swiped. */
public final class SwipeMatchesHandler implements WorkloadHandler<Swipe> {
  @Override
  public Workload.Counter counter() {
    return Workload.Counter.SWIPE_MATCHES;
  }

  @Override
  public PayloadFormat<Swipe> format() {
    return new SwipeFormat();
  }

  @Override
  public void apply(Swipe swipe, CounterUpdates updates) {
    updates.put(StoreKeys.SWIPERS, Integer.toString(swipe.swiper()));
    if (swipe.right()) {
      updates.put(StoreKeys.liked(swipe.swiper()), Integer.toString(swipe.swipee()));
    }
  }

  @Override
  public QueryHandler reads() {
    return SwipeQueries.onlyMatches();
  }

  @Override
  public List<String> keyPatterns() {
    return List.of(StoreKeys.SWIPERS, StoreKeys.LIKED + "*");
  }

  @Override
  public String unit() {
    return "swipes";
  }

  @Override
  public List<String> figures() {
    return List.of("swipers", "matches");
  }

  @Override
  public void addUp(NamedCount count, Tally.Sums sums) {
    sums.add(count.name().startsWith(StoreKeys.LIKED) ? "matches" : "swipers", count.count());
  }
}
