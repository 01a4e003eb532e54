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

/** {@code swipe-counts}: how many likes and dislikes each user gave. */
public final class SwipeCountsHandler extends SwipesHandler {
  private static final String LIKES = "Likes:";
  private static final String DISLIKES = "Dislikes:";

  public SwipeCountsHandler() {
    super("swipe-counts", 0);
  }

  @Override
  public void apply(Swipe swipe, CounterUpdates changes) {
    int swiper = swipe.swiper();
    changes.add(swipe.right() ? StoreKeys.likes(swiper) : StoreKeys.dislikes(swiper), 1);
  }

  @Override
  public QueryHandler reads() {
    return SwipeQueries.onlyStats();
  }

  @Override
  public List<String> names() {
    return List.of(LIKES + "*", DISLIKES + "*");
  }

  @Override
  public Map<String, Long> figures(Collection<NamedCount> counts) {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("likes", NamedCount.sum(counts, LIKES));
    figures.put("dislikes", NamedCount.sum(counts, DISLIKES));
    return figures;
  }
}
