package pipeline.consumer.store.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.BudgetUse;
import pipeline.consumer.store.Limits;
import pipeline.consumer.store.NewLines;
import pipeline.consumer.store.Store;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CountsUnavailableException;
import pipeline.wire.redis.RedisLink;

/**
 * Counts in Redis, where several consumers may count at once: each batch is one script that checks
 * its identities and the budgets and adds its sums in one atomic step. Added entries wait in memory
 * until then, also while Redis is away, about as large as they arrived; the caller bounds their
 * bytes. A batch whose outcome is unknown is tried again: its identities tell whether it was
 * counted. One that does not fit is counted entry by entry, so that only those are refused that do
 * not fit.
 *
 * @param <P> the payload of an entry
 */
public final class RedisStore<P> implements Store<P> {
  /** A script of this many items occupies Redis for a few milliseconds. */
  private static final int MAX_ITEMS = 4_000;

  /** As long Redis keeps a run beyond its age, for entries that wait when it comes to that age. */
  private static final Duration EXPIRY_PERIOD = Duration.ofHours(1);

  private final WorkloadHandler<P> handler;
  private final RedisLink link;
  private final RunKeys runKeys;
  private final RedisBudgets budgets;
  private final Duration expiryAge;
  private final LongSupplier elapsedMillis;

  /** The identities of all lines that are not counted yet. Guarded by this. */
  private final Identities waiting = new Identities();

  /** Those lines that no commit has begun to count, in the order of arrival. Guarded by this. */
  private final Deque<NewLines<P>> arrived = new ArrayDeque<>();

  /** The others. Committer thread only. */
  private final UncountedLines<P> uncounted;

  /** Copies that were dropped and not reported yet. Guarded by this. */
  private final Map<RunId, Long> dropped = new HashMap<>();

  /**
   * Sent to Redis without an answer: if Redis has them, they are no copies. Committer thread only.
   */
  private final Identities uncertain = new Identities();

  private final LateRefusals<P> late = new LateRefusals<>();

  private long nextExpiryMillis;

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
    this.uncounted = new UncountedLines<>(handler::apply);
    this.runKeys = new RunKeys(queue);
    this.budgets = new RedisBudgets(runKeys, limits, link, elapsedMillis);
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
    budgets.learn(handler.keyPatterns());
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

  /** Counts as new what was not waiting yet; the next commit finds what Redis has counted. */
  @Override
  public synchronized Added<P> add(List<Entry<P>> entries, Consumer<Added<P>> later) {
    Added<P> added = new Added<>();
    for (Entry<P> entry : entries) {
      NewLines<P> lines = NewLines.of(entry, waiting.of(entry.key().run()));
      drop(entry.key().run(), lines.known().getCardinality());
      if (lines.count() > 0) {
        waiting.add(entry);
        arrived.add(lines);
      }
      added.count(lines.count());
    }
    late.added(entries, later);
    return added;
  }

  @Override
  public void commit() throws IOException {
    synchronized (this) {
      uncounted.addAll(arrived);
      arrived.clear();
      late.commitBegins();
    }
    try {
      while (!uncounted.isEmpty()) {
        countFirst();
      }
      // once more, to report the copies that the last batch found
      countFirst();
      expire();
    } catch (CountsUnavailableException e) {
      throw new IOException(e.getMessage(), e);
    }
    late.committed();
  }

  /** Counts the first lines, as many as one script takes, and those that were dropped. */
  private void countFirst() {
    Map<RunId, Long> copies = copies();
    RedisBatch batch = newBatch();
    copies.forEach(batch::drop);
    uncounted.fill(batch, MAX_ITEMS);
    if (batch.size() == 0) {
      return;
    }
    Identities claimed = batch.identities();
    RedisBatch.Reply reply = ask(claimed, batch::count);
    if (reply.refusal().isPresent() && uncounted.isSeveral()) {
      countEach(claimed);
    } else {
      settle(settled(claimed, reply), reply.isCounted() ? copies : Map.of());
    }
    uncertain.removeAll(claimed);
  }

  private void countEach(Identities claimed) {
    List<RedisBatch> batches = uncounted.each(this::newBatch);
    List<RedisBatch.Reply> replies =
        ask(claimed, connection -> RedisBatch.countEach(batches, connection));
    Identities settled = new Identities();
    for (int i = 0; i < batches.size(); i++) {
      settled.addAll(settled(batches.get(i).identities(), replies.get(i)));
    }
    settle(settled, Map.of());
  }

  private RedisBatch newBatch() {
    return new RedisBatch(runKeys, budgets);
  }

  private <T> T ask(
      Identities claimed, Function<StatefulRedisConnection<String, String>, T> question) {
    try {
      return link.ask(question);
    } catch (CountsUnavailableException e) {
      uncertain.addAll(claimed);
      throw e;
    }
  }

  /** Those of a batch that need no further try. */
  private Identities settled(Identities claimed, RedisBatch.Reply reply) {
    reply.refusal().ifPresent(reason -> late.refuse(claimed, reason));
    reply.present().countsWithout(uncertain).forEach(this::drop);
    return reply.present().isEmpty() ? claimed : reply.present();
  }

  private synchronized void settle(Identities settled, Map<RunId, Long> reported) {
    uncounted.remove(settled);
    waiting.removeAll(settled);
    reported.forEach(
        (run, copies) ->
            dropped.computeIfPresent(run, (r, n) -> n.equals(copies) ? null : n - copies));
  }

  private void expire() {
    if (elapsedMillis.getAsLong() - nextExpiryMillis >= 0) {
      link.ask(
          connection -> {
            runKeys.expire(connection.sync(), expiryAge);
            return null;
          });
      nextExpiryMillis = elapsedMillis.getAsLong() + EXPIRY_PERIOD.toMillis();
    }
  }

  private synchronized Map<RunId, Long> copies() {
    return Map.copyOf(dropped);
  }

  private synchronized void drop(RunId run, long copies) {
    if (copies > 0) {
      dropped.merge(run, copies, Long::sum);
    }
  }

  /** As of a second ago, at most; while Redis is away, as it was before. */
  @Override
  public List<BudgetUse> budgets() {
    return budgets.use();
  }

  @Override
  public void close() {
    // the caller closes the link
  }
}
