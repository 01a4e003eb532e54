package pipeline.consumer.amqp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Refusal;
import pipeline.consumer.store.Store;
import pipeline.wire.codec.Entry;

/** A store that counts nothing, and refuses at each commit the entries with the word refuse. */
final class RefusingStore implements Store<Map<String, Integer>> {
  private final List<Runnable> refusals = new ArrayList<>();

  @Override
  public Added<Map<String, Integer>> add(
      List<Entry<Map<String, Integer>>> entries, Consumer<Added<Map<String, Integer>>> later) {
    if (entries.get(0).lines().line(0).containsKey("refuse")) {
      refusals.add(() -> later.accept(refused(entries)));
    }
    Added<Map<String, Integer>> added = new Added<>();
    added.count(entries.size());
    return added;
  }

  private static <P> Added<P> refused(List<Entry<P>> entries) {
    Added<P> refused = new Added<>();
    entries.forEach(entry -> refused.refuse(entry, Refusal.WORDS));
    return refused;
  }

  @Override
  public void commit() {
    refusals.forEach(Runnable::run);
    refusals.clear();
  }

  @Override
  public void close() {}
}
