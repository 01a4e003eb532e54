package pipeline.consumer.store.redis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import pipeline.consumer.store.Refusal;
import pipeline.wire.codec.Entry;

/** Adds entries and commits them, as one message. */
final class Commits {

  private Commits() {}

  /** What the commit refused, and how many lines why; the others are counted, or are copies. */
  record Outcome<P>(List<Entry<P>> refused, Map<Refusal, Integer> reasons) {}

  static <P> Outcome<P> of(RedisStore<P> store, List<Entry<P>> entries) throws IOException {
    Outcome<P> outcome = new Outcome<>(new ArrayList<>(), new EnumMap<>(Refusal.class));
    store.add(
        entries,
        later -> {
          outcome.refused().addAll(later.refused());
          outcome.reasons().putAll(later.reasons());
        });
    store.commit();
    return outcome;
  }
}
