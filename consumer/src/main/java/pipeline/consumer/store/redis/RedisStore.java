package pipeline.consumer.store.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Counting;
import pipeline.consumer.store.NewLines;
import pipeline.consumer.store.Room;
import pipeline.consumer.store.Store;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CountsUnavailableException;
import pipeline.wire.redis.RedisLink;

/**
 * Counts in Redis, where several consumers may count at once: each batch is one script that checks
 * its identities and adds its sums in one atomic step. Added entries wait in memory until then,
 * also while Redis is away, about as large as they arrived; the caller bounds their bytes. A batch
 * whose outcome is unknown is tried again: its identities tell whether it was counted. A commit
 * that learns that another consumer has forgotten a run throws {@link IllegalStateException}: the
 * lines must come again, and are refused then.
 *
 * @param <P> the payload of an entry
 */
public final class RedisStore<P> implements Store<P> {
  /** The most items of one script, which occupies Redis for a few milliseconds then. */
  private static final int MAX_ITEMS = 8_000;

  private static final int MAX_ENDS = 1_000;

  /** The text of Redis' answer when it is full, also if its maxmemory is not quite used up. */
  private static final String FULL = "OOM command not allowed";

  private static final String REMEDY = "Redis has used up its maxmemory: give it more";

  private final RedisLink link;
  private final RunKeys runKeys;

  /** The identities of all lines that are not counted yet. Guarded by this. */
  private final Identities waiting = new Identities();

  /** The lines that no commit has begun to count, in the order of arrival. Guarded by this. */
  private final Deque<NewLines<P>> arrived = new ArrayDeque<>();

  /** The other lines that are not counted yet. Committer thread only. */
  private final UncountedLines<P> uncounted;

  /** Copies that were dropped and not reported yet. Guarded by this. */
  private final Map<RunId, Long> dropped = new HashMap<>();

  /** The ends of runs that Redis does not have yet. Guarded by this. */
  private final Set<RunEnd> closed = new LinkedHashSet<>();

  /**
   * The identities sent to Redis without an answer: if Redis has them, they are no copies.
   * Committer thread only.
   */
  private final Identities uncertain = new Identities();

  /** The latest start among all forgotten runs, as far as this process knows. */
  private volatile long horizonMillis;

  /**
   * A store without waiting entries.
   *
   * @param queue whose messages are counted; names the keys of their identities
   */
  public RedisStore(Counting<P> counting, RedisLink link, String queue) {
    this.link = link;
    this.uncounted = new UncountedLines<>(counting::apply);
    this.runKeys = new RunKeys(queue);
  }

  /**
   * Reads the latest start of all forgotten runs; to be called before anything is added.
   *
   * @throws CountsUnavailableException if Redis cannot be asked
   */
  public void learnHorizon() {
    horizonMillis = ask(runKeys::horizonMillis);
  }

  /**
   * A warning of the counts that a kill of Redis may lose; empty if none. Our user may not be
   * allowed to see the settings, which are unknown then.
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

  /**
   * Takes each line as new that is not waiting yet; the next commit finds those that Redis has
   * counted.
   */
  @Override
  public synchronized Added<P> add(List<Entry<P>> entries, List<RunEnd> ends) {
    Added<P> added = new Added<>();
    for (Entry<P> entry : entries) {
      RunId run = entry.key().run();
      if (isForgotten(run)) {
        added.refuse(entry);
        continue;
      }
      NewLines<P> lines = NewLines.of(entry, waiting.of(run));
      drop(run, lines.known().getCardinality());
      if (lines.count() > 0) {
        waiting.add(entry);
        arrived.add(lines);
      }
      added.count(lines.count());
    }
    for (RunEnd end : ends) {
      if (isForgotten(end.run())) {
        added.refuse(end);
      } else {
        closed.add(end);
      }
    }
    return added;
  }

  /**
   * Whether the run may be one that was forgotten, as far as this process knows. The script decides
   * the cases that this process cannot know.
   */
  private boolean isForgotten(RunId run) {
    if (!run.isVersion7() || run.startMillis() > horizonMillis) {
      return false;
    }
    try {
      return ask(redis -> redis.zscore(runKeys.all(), run.toString())) == null;
    } catch (CountsUnavailableException e) {
      return false;
    }
  }

  @Override
  public void commit() throws IOException {
    synchronized (this) {
      uncounted.addAll(arrived);
      arrived.clear();
    }
    try {
      while (!uncounted.isEmpty()) {
        countFirst();
      }
      // one more pass reports the copies that the last batch found
      do {
        countFirst();
      } while (isAnyClosed());
    } catch (CountsUnavailableException e) {
      String trouble = e.getMessage();
      throw new IOException(trouble.contains(FULL) ? REMEDY + ": " + trouble : trouble, e);
    }
  }

  /** Counts the first lines, as many as one script takes, with ends and with what was dropped. */
  private void countFirst() {
    RedisBatch batch = new RedisBatch(runKeys);
    Map<RunId, Long> copies = copies();
    copies.forEach(batch::drop);
    List<RunEnd> ends = firstClosed();
    ends.forEach(batch::close);
    uncounted.fill(batch, MAX_ITEMS);
    if (batch.size() == 0) {
      return;
    }
    Identities claimed = batch.identities();
    Identities present;
    try {
      present = link.ask(batch::count);
    } catch (CountsUnavailableException e) {
      uncertain.addAll(claimed);
      throw e;
    }
    present.forEach(
        (run, seqs) -> drop(run, RoaringBitmap.andNotCardinality(seqs, uncertain.of(run))));
    if (present.isEmpty()) {
      settle(claimed, copies, ends);
    } else {
      settle(present, Map.of(), List.of());
    }
    uncertain.removeAll(claimed);
  }

  private synchronized void settle(
      Identities settled, Map<RunId, Long> reported, List<RunEnd> closedInRedis) {
    uncounted.remove(settled);
    waiting.removeAll(settled);
    reported.forEach(
        (run, copies) ->
            dropped.computeIfPresent(run, (r, n) -> n.equals(copies) ? null : n - copies));
    closedInRedis.forEach(closed::remove);
  }

  private synchronized List<RunEnd> firstClosed() {
    return closed.stream().limit(MAX_ENDS).toList();
  }

  private synchronized boolean isAnyClosed() {
    return !closed.isEmpty();
  }

  @Override
  public long nowMillis() {
    return ask(RunKeys::nowMillis);
  }

  /** Forgets old runs in Redis; other consumers learn of it when they start, or from the script. */
  @Override
  public void forget(long startedBeforeMillis) throws IOException {
    try {
      ask(
          redis -> {
            runKeys.forget(redis, startedBeforeMillis);
            return null;
          });
      learnHorizon();
    } catch (CountsUnavailableException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private <T> T ask(Function<RedisCommands<String, String>, T> question) {
    return link.ask(connection -> question.apply(connection.sync()));
  }

  private synchronized Map<RunId, Long> copies() {
    return Map.copyOf(dropped);
  }

  private synchronized void drop(RunId run, long copies) {
    if (copies > 0) {
      dropped.merge(run, copies, Long::sum);
    }
  }

  /** The memory of Redis; empty if it has no limit, or does not answer. */
  @Override
  public Optional<Room> room() {
    try {
      String memory = ask(redis -> redis.info("memory"));
      long limit = bytes(memory, "maxmemory:");
      long used = bytes(memory, "used_memory:");
      return limit == 0 ? Optional.empty() : Optional.of(new Room(used, limit, REMEDY));
    } catch (CountsUnavailableException e) {
      return Optional.empty();
    }
  }

  private static long bytes(String info, String field) {
    return RedisSetup.line(info, field).map(Long::parseLong).orElse(0L);
  }

  @Override
  public void close() {
    // the caller closes the link
  }
}
