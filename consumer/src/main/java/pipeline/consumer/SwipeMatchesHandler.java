package pipeline.consumer;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import pipeline.wire.Changes;
import pipeline.wire.PayloadFormat;
import pipeline.wire.Reads;
import pipeline.wire.Settings;
import pipeline.wire.Swipe;
import pipeline.wire.SwipeFormat;
import pipeline.wire.SwipeKeys;
import pipeline.wire.SwipeReads;
import pipeline.wire.Topology;
import pipeline.wire.Workload;

/** {@code swipe-matches}: whom each user likes, and who has swiped at all. */
final class SwipeMatchesHandler implements WorkloadHandler<Swipe> {
  private static final int SECOND_QUEUE = 1;
  private static final String LIKED = "Swiper:";

  @Override
  public String name() {
    return "swipe-matches";
  }

  @Override
  public Topology queue(Settings settings) {
    return Topology.of(Workload.SWIPES, settings).each().get(SECOND_QUEUE);
  }

  @Override
  public PayloadFormat<Swipe> format() {
    return new SwipeFormat();
  }

  @Override
  public void apply(Swipe swipe, Changes changes) {
    changes.put(SwipeKeys.SWIPERS, Integer.toString(swipe.swiper()));
    if (swipe.right()) {
      changes.put(SwipeKeys.liked(swipe.swiper()), Integer.toString(swipe.swipee()));
    }
  }

  @Override
  public Reads reads() {
    return SwipeReads.onlyMatches();
  }

  @Override
  public List<String> names() {
    return List.of(SwipeKeys.SWIPERS, LIKED + "*");
  }

  @Override
  public String entries() {
    return "swipes";
  }

  @Override
  public Map<String, Long> figures(Collection<NamedCount> counts) {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("swipers", NamedCount.sum(counts, SwipeKeys.SWIPERS + "/"));
    figures.put("matches", NamedCount.sum(counts, LIKED));
    return figures;
  }
}
