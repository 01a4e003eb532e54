package pipeline.consumer.store.redis;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Refusal;
import pipeline.wire.codec.Entry;

/**
 * Tells every message that brought a line what a commit has refused: those that brought copies too,
 * since the first one's connection may have ended. Only {@link #added} is for any thread.
 */
final class LateRefusals<P> {
  /** Those of which no commit has begun to count the lines. Guarded by this. */
  private final List<Message<P>> messages = new ArrayList<>();

  /** Those that the commit covers. */
  private final List<Message<P>> covered = new ArrayList<>();

  /** Since the last commit that succeeded. */
  private final Map<Refusal, Identities> refused = new EnumMap<>(Refusal.class);

  private record Message<P>(List<Entry<P>> entries, Consumer<Added<P>> later) {}

  /** A message was added; to be called in the same step in which its lines begin to wait. */
  synchronized void added(List<Entry<P>> entries, Consumer<Added<P>> later) {
    messages.add(new Message<>(entries, later));
  }

  /** A commit begins, of all that was added. */
  synchronized void commitBegins() {
    covered.addAll(messages);
    messages.clear();
  }

  void refuse(Identities lines, Refusal reason) {
    refused.computeIfAbsent(reason, any -> new Identities()).addAll(lines);
  }

  /** That commit has succeeded, so the messages are told. */
  void committed() {
    if (!refused.isEmpty()) {
      covered.forEach(this::tell);
      refused.clear();
    }
    covered.clear();
  }

  private void tell(Message<P> message) {
    Added<P> late = new Added<>();
    for (Entry<P> entry : message.entries()) {
      reason(entry).ifPresent(reason -> late.refuse(entry, reason));
    }
    if (!late.refused().isEmpty()) {
      message.later().accept(late);
    }
  }

  private Optional<Refusal> reason(Entry<P> entry) {
    return refused.entrySet().stream()
        .filter(some -> some.getValue().hasAnyOf(entry))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
