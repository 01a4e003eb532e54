package pipeline.consumer.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import pipeline.consumer.OnRealQueue;
import pipeline.consumer.store.Entries;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** Two finished jars on one Redis, with the heap of deploy/ec2's unit, beside bad neighbours. */
@Tag("long")
@ExtendWith(SharedRedis.class)
class RedisNeighboursIT extends OnRealQueue {
  private static final int CHUNK = 1 << 16;
  private static final Duration LONG = Duration.ofMinutes(2);

  /**
   * The lines of the neighbours: bombs, runs, far lines and their first ones, of which one comes
   * twice.
   */
  private static final int NEIGHBOURS_LINES = 12 + 20_000 + 50_000 + 10 - 1;

  @Test
  void nobodyInnocentLosesALineAndNoConsumerEnds(PrivateRedis redis) throws Exception {
    String[] args = {"2", "--store", redis.url(), "--report"};
    try (ChildProcess one = start(memoryOfTheUnit(), args);
        ChildProcess other = start(memoryOfTheUnit(), args)) {
      one.awaitErr("consuming from");
      other.awaitErr("consuming from");
      publishLines(0, LINES / 2);
      publish(JSON, List.of(firstLines()));
      publish(JSON, bombs());
      publish(JSON, messages(20_000, i -> Entries.line(new RunId(2, i), 0, "all")));
      publish(JSON, messages(50_000, i -> Entries.line(new RunId(1, i / 5_000), far(i), "all")));
      publishLines(LINES / 2, LINES);
      // messages that are delivered and not counted would go back to the queue at the end
      String run = new RunKeys(TOPOLOGY.queue()).run(Entries.RUN);
      String all = Integer.toString(LINES);
      await()
          .atMost(LONG)
          .until(
              () ->
                  !one.isAlive()
                      || !other.isAlive()
                      || (ready() == 0 && all.equals(redis.ask(asked -> asked.hget(run, "0")))));
      for (ChildProcess consumer : List.of(one, other)) {
        consumer.signal("TERM");
        assertThat(consumer.await(LONG)).as(consumer.err()).isZero();
      }
      assertThat(one.out() + other.out())
          .contains(
              String.format(Locale.ROOT, "run %s lines=%d of=? missing=0 ", Entries.RUN, LINES));
    }
    String lines = redis.ask(commands -> commands.get(new RunKeys(TOPOLOGY.queue()).lines()));
    assertThat(Long.parseLong(lines)).isEqualTo(LINES + NEIGHBOURS_LINES);
    assertThat(takeDead()).isEmpty();
  }

  private static byte[] firstLines() {
    return Entries.message(
        IntStream.range(0, 10).mapToObj(run -> Entries.line(new RunId(1, run), 0, "all")).toList());
  }

  private static int far(int i) {
    return i % 5_000 * CHUNK + i % CHUNK;
  }

  /** Lines of a MiB of words each that occur in no other line. */
  private static List<byte[]> bombs() {
    List<byte[]> bombs = new ArrayList<>();
    for (int seq = 0; seq < 12; seq++) {
      Map<String, Integer> words = new HashMap<>();
      for (int i = 0; i < 120_000; i++) {
        words.put(Integer.toString(seq * 120_000 + i, 36) + "-", 1);
      }
      bombs.add(
          Entries.message(List.of(Entry.single(new RequestKey(new RunId(3, 1), seq), words))));
    }
    return bombs;
  }

  private static List<byte[]> messages(int count, IntFunction<Entry<Map<String, Integer>>> line) {
    return IntStream.range(0, count / 1_000)
        .mapToObj(
            k ->
                Entries.message(
                    IntStream.range(k * 1_000, k * 1_000 + 1_000).mapToObj(line).toList()))
        .toList();
  }
}
