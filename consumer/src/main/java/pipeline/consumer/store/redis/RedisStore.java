package pipeline.consumer.store.redis;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.Added;
import pipeline.consumer.store.Counting;
import pipeline.consumer.store.NewLines;
import pipeline.consumer.store.Room;
import pipeline.consumer.store.Store;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CounterUpdates;
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
  private static final RoaringBitmap NONE = new RoaringBitmap();

  /** The text of Redis' answer when it is full, also if its maxmemory is not quite used up. */
  private static final String FULL = "OOM command not allowed";

  private static final String REMEDY = "Redis has used up its maxmemory: give it more";

  private final Counting<P> counting;
  private final RedisLink link;
  private final RunKeys runKeys;

  /** The entries that no commit has begun to count, in the order of arrival. Guarded by this. */
  private final Deque<Entry<P>> arrived = new ArrayDeque<>();

  /** The ends of runs that Redis does not have yet. Guarded by this. */
  private final Set<RunEnd> closed = new LinkedHashSet<>();

  /**
   * The other lines that are not counted yet, in the order of arrival. They wait as they came; what
   * they change is worked out for one batch at a time. Committer thread only.
   */
  private final Deque<NewLines<P>> uncounted = new ArrayDeque<>();

  /** Copies that were left out and not reported yet. Committer thread only. */
  private final Map<RunId, Long> dropped = new HashMap<>();

  /**
   * The identities sent to Redis without an answer: if Redis has them, they are no copies.
   * Committer thread only.
   */
  private final Map<RunId, RoaringBitmap> uncertain = new HashMap<>();

  /** The latest start among all forgotten runs, as far as this process knows. */
  private volatile long horizonMillis;

  /**
   * A store without waiting entries.
   *
   * @param queue whose messages are counted; names the keys of their identities
   */
  public RedisStore(Counting<P> counting, RedisLink link, String queue) {
    this.counting = counting;
    this.link = link;
    this.runKeys = new RunKeys(queue);
  }

  /**
   * Reads the latest start of all forgotten runs; to be called before anything is added.
   *
   * @throws CountsUnavailableException if Redis cannot be asked
   */
  public void learnHorizon() {
    horizonMillis = link.askSync(runKeys::horizonMillis);
  }

  /** Takes each line as new; the next commit finds the copies. */
  @Override
  public synchronized Added<P> add(List<Entry<P>> entries, List<RunEnd> ends) {
    ToIntFunction<Entry<P>> count =
        entry -> {
          arrived.add(entry);
          return entry.count();
        };
    return Added.of(entries, ends, this::isForgotten, count, closed::add);
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
      return link.askSync(redis -> redis.zscore(runKeys.all(), run.toString())) == null;
    } catch (CountsUnavailableException e) {
      return false;
    }
  }

  @Override
  public void commit() throws IOException {
    synchronized (this) {
      arrived.forEach(entry -> uncounted.add(NewLines.of(entry)));
      arrived.clear();
    }
    try {
      while (!uncounted.isEmpty() || !dropped.isEmpty() || !firstClosed().isEmpty()) {
        countFirst();
      }
    } catch (CountsUnavailableException e) {
      String trouble = e.getMessage();
      throw new IOException(trouble.contains(FULL) ? REMEDY + ": " + trouble : trouble, e);
    }
  }

  /** Counts the first lines, as many as one script takes, with ends and with what was dropped. */
  private void countFirst() {
    RedisBatch batch = new RedisBatch(runKeys);
    List<RunEnd> ends = firstClosed();
    ends.forEach(batch::close);
    Deque<NewLines<P>> taken = fill(batch);
    dropped.forEach(batch::drop);
    Map<RunId, RoaringBitmap> claimed = batch.claimed();
    Map<RunId, RoaringBitmap> present;
    try {
      present = link.ask(batch::count);
    } catch (CountsUnavailableException e) {
      claimed.forEach((run, seqs) -> uncertain.merge(run, seqs, (a, b) -> RoaringBitmap.or(a, b)));
      putBack(taken, Map.of());
      throw e;
    }
    if (present.isEmpty()) {
      dropped.clear();
      remove(ends);
    } else {
      putBack(taken, present);
      present.forEach(
          (run, seqs) ->
              drop(run, RoaringBitmap.andNotCardinality(seqs, uncertain.getOrDefault(run, NONE))));
    }
    uncertain.replaceAll((run, sent) -> RoaringBitmap.andNot(sent, batch.claimed(run)));
    uncertain.values().removeIf(RoaringBitmap::isEmpty);
  }

  /** Lets lines of a batch wait again, but for those that Redis has counted. */
  private void putBack(Deque<NewLines<P>> taken, Map<RunId, RoaringBitmap> counted) {
    while (!taken.isEmpty()) {
      NewLines<P> last = taken.removeLast();
      NewLines<P> left = last.without(counted.getOrDefault(last.entry().key().run(), NONE));
      if (left.count() > 0) {
        uncounted.addFirst(left);
      }
    }
  }

  /**
   * Moves the first lines to a new batch, up to {@link #MAX_ITEMS}. A line that cannot be divided
   * is added to an empty batch whatever its size.
   */
  private Deque<NewLines<P>> fill(RedisBatch batch) {
    Deque<NewLines<P>> taken = new ArrayDeque<>();
    while (!uncounted.isEmpty()) {
      NewLines<P> next = uncounted.remove();
      int lines = next.entry().count();
      int items = items(next);
      if (items > MAX_ITEMS && lines > 1) {
        uncounted.addFirst(next.part(lines / 2, lines));
        uncounted.addFirst(next.part(0, lines / 2));
      } else if (batch.size() > 0 && batch.size() + items > MAX_ITEMS) {
        uncounted.addFirst(next);
        return taken;
      } else {
        RunId run = next.entry().key().run();
        NewLines<P> fresh = next.without(batch.claimed(run));
        drop(run, next.count() - fresh.count());
        if (fresh.count() > 0) {
          batch.claim(run, fresh.numbers());
          fresh.forEachPayload(payload -> counting.apply(payload, batch));
          taken.add(fresh);
        }
      }
    }
    return taken;
  }

  /** The approximate number of items that these lines are in a batch of their own. */
  private int items(NewLines<P> lines) {
    UpdateCounter updates = new UpdateCounter();
    lines.forEachPayload(payload -> counting.apply(payload, updates));
    return lines.count() + updates.count;
  }

  /** Counts the updates that it is asked for. */
  private static final class UpdateCounter implements CounterUpdates {
    private int count;

    @Override
    public void add(String number, long by) {
      count++;
    }

    @Override
    public void add(String table, String row, long by) {
      count++;
    }

    @Override
    public void put(String set, String member) {
      count++;
    }
  }

  private void drop(RunId run, long copies) {
    if (copies > 0) {
      dropped.merge(run, copies, Long::sum);
    }
  }

  private synchronized List<RunEnd> firstClosed() {
    return closed.stream().limit(MAX_ENDS).toList();
  }

  private synchronized void remove(List<RunEnd> ends) {
    ends.forEach(closed::remove);
  }

  @Override
  public long nowMillis() {
    return link.askSync(RunKeys::nowMillis);
  }

  /** Forgets old runs in Redis; other consumers learn of it when they start, or from the script. */
  @Override
  public void forget(long startedBeforeMillis) throws IOException {
    try {
      link.askSync(
          redis -> {
            runKeys.forget(redis, startedBeforeMillis);
            return null;
          });
      learnHorizon();
    } catch (CountsUnavailableException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** The memory of Redis; empty if it has no limit, or does not answer. */
  @Override
  public Optional<Room> room() {
    try {
      String memory = link.askSync(redis -> redis.info("memory"));
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
