package pipeline.consumer.workload;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.query.CounterUpdates;
import pipeline.wire.query.QueryHandler;
import pipeline.wire.query.StoreKeys;
import pipeline.wire.query.SwipeQueries;
import pipeline.wire.workload.Swipe;

/** {@code swipe-matches}: whom each user likes, and which users have swiped. */
public final class SwipeMatchesHandler extends SwipesHandler {
  private static final String LIKED = "Swiper:";

  public SwipeMatchesHandler() {
    super("swipe-matches", 1);
  }

  @Override
  public void apply(Swipe swipe, CounterUpdates changes) {
    changes.put(StoreKeys.SWIPERS, Integer.toString(swipe.swiper()));
    if (swipe.right()) {
      changes.put(StoreKeys.liked(swipe.swiper()), Integer.toString(swipe.swipee()));
    }
  }

  @Override
  public QueryHandler reads() {
    return SwipeQueries.onlyMatches();
  }

  @Override
  public List<String> names() {
    return List.of(StoreKeys.SWIPERS, LIKED + "*");
  }

  @Override
  public Map<String, Long> figures(Collection<NamedCount> counts) {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("swipers", NamedCount.sum(counts, StoreKeys.SWIPERS + "/"));
    figures.put("matches", NamedCount.sum(counts, LIKED));
    return figures;
  }
}
