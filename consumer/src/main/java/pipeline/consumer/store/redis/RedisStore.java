package pipeline.consumer.store.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Admission;
import pipeline.consumer.store.Budget;
import pipeline.consumer.store.Limits;
import pipeline.consumer.store.Refusal;
import pipeline.consumer.store.Refusals;
import pipeline.consumer.store.Store;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CountsUnavailableException;
import pipeline.wire.redis.RedisLink;

/**
 * Counts in Redis, where several consumers may count at once: each batch is one script that checks
 * its identities and the budgets and adds its sums in one atomic step. Added entries wait in memory
 * until then, also while Redis is away; the prefetch bounds their number. A batch whose outcome is
 * unknown is tried again: its identities tell whether it was counted. One that does not fit is
 * counted entry by entry, so that only those are refused that do not fit.
 *
 * @param <P> the payload of an entry
 */
public final class RedisStore<P> implements Store<P> {
  /** A script of this many items occupies Redis for a few milliseconds. */
  private static final int MAX_ITEMS = 4_000;

  private static final long BUDGETS_MILLIS = 1_000;

  /** As long Redis keeps a run beyond its age, for entries that wait when it comes to that age. */
  private static final Duration EXPIRY_PERIOD = Duration.ofHours(1);

  private final WorkloadHandler<P> handler;
  private final RedisLink link;
  private final RunKeys names;
  private final RedisRuns runs;
  private final RedisBudgets budgets;
  private final Duration expiryAge;
  private final LongSupplier elapsedMillis;

  /** Entries not counted yet, by identity, in the order of arrival. Guarded by this. */
  private final Map<RequestKey, Waiting<P>> waiting = new LinkedHashMap<>();

  /** Copies that were dropped and not reported yet. Guarded by this. */
  private final Map<RunId, Long> dropped = new HashMap<>();

  /**
   * Sent to Redis without an answer: if Redis has them, they are no copies. Committer thread only.
   */
  private final Set<RequestKey> uncertain = new HashSet<>();

  /** What was refused since the last commit, by who is to be told. Committer thread only. */
  private final Map<Consumer<Added<P>>, Admission<P>> refused = new LinkedHashMap<>();

  private final Refusals refusals = new Refusals();
  private volatile Use use = new Use(List.of(), 0);
  private long nextExpiryMillis;

  /**
   * An entry that waits.
   *
   * @param refusals of the message that brought it last: others may be acked when it is refused
   */
  private record Waiting<P>(P payload, Consumer<Added<P>> refusals) {}

  /** What was used of the budgets at a time. */
  private record Use(List<Budget> budgets, long millis) {}

  /**
   * A store without waiting entries.
   *
   * @param queue whose messages are counted; names the keys of their identities
   * @param limits of all that Redis keeps for this queue
   * @param elapsedMillis a time since any moment that never jumps; runs grow old by Redis' clock
   */
  public RedisStore(
      WorkloadHandler<P> handler,
      RedisLink link,
      String queue,
      Limits limits,
      LongSupplier elapsedMillis) {
    this.handler = handler;
    this.link = link;
    this.names = new RunKeys(queue);
    this.runs = new RedisRuns(names);
    this.budgets = new RedisBudgets(names, limits);
    this.expiryAge = limits.ttl().plus(EXPIRY_PERIOD);
    this.elapsedMillis = elapsedMillis;
    this.nextExpiryMillis = elapsedMillis.getAsLong();
  }

  /**
   * Learns how full Redis is; to be called before anything is added.
   *
   * @throws CountsUnavailableException if Redis cannot be asked
   */
  public void learnUse() {
    link.ask(
        connection -> {
          budgets.measureOnce(connection, handler.names());
          return null;
        });
    use = askUse();
  }

  /**
   * Says what a kill of Redis may lose; empty if nothing. Its user may not be allowed to see the
   * settings, which are unknown then.
   *
   * @throws CountsUnavailableException if Redis cannot be asked
   */
  public Optional<String> durabilityWarning() {
    Map<String, String> settings = link.ask(RedisStore::logSettings);
    String log = settings.getOrDefault("appendonly", "unknown");
    String fsync = settings.getOrDefault("appendfsync", "unknown");
    if (log.equals("yes") && fsync.equals("always")) {
      return Optional.empty();
    }
    String found = "Redis has appendonly " + log + ", appendfsync " + fsync;
    return Optional.of(
        log.equals("unknown")
            ? found + ": if they are not yes and always, a kill of Redis may lose counts"
            : found + ", not yes and always: a kill of Redis may lose counts");
  }

  private static Map<String, String> logSettings(
      StatefulRedisConnection<String, String> connection) {
    try {
      return connection.sync().configGet("append*");
    } catch (RedisCommandExecutionException e) {
      return Map.of();
    }
  }

  /** As the other, for who need not know what a commit refuses. */
  @Override
  public Added<P> add(List<Entry<P>> entries) {
    return add(entries, refused -> {});
  }

  /** Counts as new what was not waiting yet; the next commit finds what Redis has counted. */
  @Override
  public synchronized Added<P> add(List<Entry<P>> entries, Consumer<Added<P>> later) {
    Admission<P> admission = new Admission<>(refusals);
    for (Entry<P> entry : entries) {
      Waiting<P> before = waiting.get(entry.key());
      if (before == null) {
        waiting.put(entry.key(), new Waiting<>(entry.payload(), later));
        admission.count();
      } else {
        waiting.put(entry.key(), new Waiting<>(before.payload(), later));
        dropped.merge(entry.key().run(), 1L, Long::sum);
      }
    }
    return admission.result();
  }

  @Override
  public void commit() throws IOException {
    Map<RequestKey, P> left = new LinkedHashMap<>();
    synchronized (this) {
      waiting.forEach((key, entry) -> left.put(key, entry.payload()));
    }
    try {
      while (!left.isEmpty()) {
        count(left);
      }
      // once more, to report the copies that the last batch found
      count(left);
      expire();
    } catch (CountsUnavailableException e) {
      throw new IOException(e.getMessage(), e);
    }
    refused.forEach((whom, admission) -> whom.accept(admission.result()));
    refused.clear();
  }

  /** Counts the first entries, as many as one script takes, and removes them from {@code left}. */
  private void count(Map<RequestKey, P> left) {
    Map<RunId, Long> copies = copies();
    RedisBatch batch = new RedisBatch(names, budgets);
    copies.forEach(batch::drop);
    Iterator<Map.Entry<RequestKey, P>> next = left.entrySet().iterator();
    while (next.hasNext() && batch.size() < MAX_ITEMS) {
      Map.Entry<RequestKey, P> entry = next.next();
      batch.claim(entry.getKey());
      handler.apply(entry.getValue(), batch);
    }
    if (batch.size() == 0) {
      return;
    }
    List<RequestKey> keys = batch.places();
    RedisBatch.Outcome outcome = ask(keys, batch::count);
    if (outcome.refusal().isPresent()) {
      countEach(keys, left);
    } else {
      settle(keys, outcome, left);
      reported(outcome.isCounted() ? copies : Map.of());
    }
  }

  private void countEach(List<RequestKey> keys, Map<RequestKey, P> left) {
    List<RedisBatch> batches = new ArrayList<>();
    for (RequestKey key : keys) {
      RedisBatch batch = new RedisBatch(names, budgets);
      batch.claim(key);
      handler.apply(left.get(key), batch);
      batches.add(batch);
    }
    List<RedisBatch.Outcome> outcomes =
        ask(keys, connection -> RedisBatch.countEach(batches, connection));
    for (int i = 0; i < keys.size(); i++) {
      RedisBatch.Outcome outcome = outcomes.get(i);
      RequestKey key = keys.get(i);
      outcome.refusal().ifPresent(reason -> refuse(key, left.remove(key), reason));
      settle(List.of(key), outcome, left);
    }
  }

  private <T> T ask(
      List<RequestKey> keys, Function<StatefulRedisConnection<String, String>, T> question) {
    try {
      return link.ask(question);
    } catch (CountsUnavailableException e) {
      uncertain.addAll(keys);
      throw e;
    }
  }

  /** Of a batch in which nothing was refused, what is in Redis now waits no more. */
  private synchronized void settle(
      List<RequestKey> keys, RedisBatch.Outcome outcome, Map<RequestKey, P> left) {
    for (RequestKey copy : outcome.present()) {
      if (!uncertain.contains(copy)) {
        dropped.merge(copy.run(), 1L, Long::sum);
      }
    }
    for (RequestKey key : outcome.isCounted() ? keys : outcome.present()) {
      left.remove(key);
      waiting.remove(key);
    }
    keys.forEach(uncertain::remove);
  }

  private synchronized void refuse(RequestKey key, P payload, Refusal reason) {
    refused
        .computeIfAbsent(waiting.remove(key).refusals(), whom -> new Admission<>(refusals))
        .refuse(new Entry<>(key, payload), reason);
  }

  private void expire() {
    if (elapsedMillis.getAsLong() - nextExpiryMillis >= 0) {
      link.ask(
          connection -> {
            runs.expire(connection.sync(), expiryAge);
            return null;
          });
      nextExpiryMillis = elapsedMillis.getAsLong() + EXPIRY_PERIOD.toMillis();
    }
  }

  private synchronized Map<RunId, Long> copies() {
    return Map.copyOf(dropped);
  }

  private synchronized void reported(Map<RunId, Long> copies) {
    copies.forEach(
        (run, reported) ->
            dropped.computeIfPresent(run, (r, n) -> n.equals(reported) ? null : n - reported));
  }

  /** As of a second ago, at most; while Redis is away, as it was before. */
  @Override
  public List<Budget> budgets() {
    Use last = use;
    long now = elapsedMillis.getAsLong();
    if (now - last.millis() >= BUDGETS_MILLIS) {
      try {
        last = askUse();
      } catch (CountsUnavailableException e) {
        last = new Use(last.budgets(), now);
      }
      use = last;
    }
    return last.budgets();
  }

  private Use askUse() {
    return new Use(
        link.ask(connection -> budgets.ask(connection.sync())), elapsedMillis.getAsLong());
  }

  @Override
  public Refusals refusals() {
    return refusals;
  }

  @Override
  public void close() {
    // the caller closes the link
  }
}
