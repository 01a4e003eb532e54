package pipeline.consumer.store;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How many lines this process has refused, by reason. Thread-safe. */
public final class Refusals {
  private final Map<Refusal, LongAdder> counts = new EnumMap<>(Refusal.class);

  public Refusals() {
    for (Refusal reason : Refusal.values()) {
      counts.put(reason, new LongAdder());
    }
  }

  void add(Refusal reason, int lines) {
    counts.get(reason).add(lines);
  }

  public long count(Refusal reason) {
    return counts.get(reason).sum();
  }
}
