package pipeline.consumer.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.consumer.amqp.OnRealQueue;
import pipeline.consumer.store.Entries;
import pipeline.testkit.process.ChildProcess;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * The finished jar with the heap of deploy/ec2/pipeline-consumer.service, beside bad neighbours.
 */
class BudgetsIT extends OnRealQueue {
  private static final List<String> HEAP =
      List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
  private static final int CHUNK = 1 << 16;

  /** The exit status of a JVM that its heap was too small for. */
  private static final int OUT_OF_MEMORY = 3;

  /** A MiB of words that occur in no other line. */
  private static byte[] bomb(int seq) {
    Map<String, Integer> words = new HashMap<>();
    for (int i = 0; i < 120_000; i++) {
      words.put(Integer.toString(seq * 120_000 + i, 36) + "-", 1);
    }
    return Entries.message(List.of(Entry.single(new RequestKey(new RunId(0, 1), seq), words)));
  }

  private static List<byte[]> messages(int count, LineOf line) {
    List<byte[]> bodies = new ArrayList<>();
    List<Entry<Map<String, Integer>>> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      entries.add(line.at(i));
      if (entries.size() == 1_000) {
        bodies.add(Entries.message(entries));
        entries.clear();
      }
    }
    return bodies;
  }

  private interface LineOf {
    Entry<Map<String, Integer>> at(int i);
  }

  /** The innocent client's lines come before and after, and its counts are exact in the end. */
  private ChildProcess survives(List<byte[]> neighbours, String... options) throws Exception {
    ChildProcess consumer = consumer(HEAP, options);
    consumer.awaitErr("consuming from");
    publishLines(0, LINES / 2);
    await().atMost(SOON).until(() -> ready() == 0);
    publish(JSON, neighbours);
    publishLines(LINES / 2, LINES);
    await().atMost(SOON.multipliedBy(4)).until(() -> !consumer.isAlive() || ready() == 0);
    consumer.signal("TERM");
    assertThat(consumer.await(SOON.multipliedBy(2))).as(consumer.err()).isZero();
    assertThat(consumer.out())
        .contains(
            String.format(
                Locale.ROOT, "run %s lines=%d highest=%d gaps=0 ", Entries.RUN, LINES, LINES - 1));
    return consumer;
  }

  private static void assertDead(String option, int atLeast) throws Exception {
    var dead = takeDead();
    assertThat(dead).hasSizeGreaterThanOrEqualTo(atLeast);
    assertThat(dead)
        .allSatisfy(
            letter ->
                assertThat(letter.getProps().getHeaders().get("reason"))
                    .asString()
                    .contains(option));
  }

  @Test
  void aVocabularyBombOfTwentyFourMebibytes() throws Exception {
    List<byte[]> bombs = new ArrayList<>();
    for (int seq = 0; seq < 24; seq++) {
      bombs.add(bomb(seq));
    }
    survives(bombs).close();
    assertDead("--max-words", 10);
    try (ChildProcess again = consumer(HEAP, "--until-idle", "1")) {
      assertThat(again.await()).as(again.err()).isZero();
    }
  }

  private static Entry<Map<String, Integer>> farFromAll(int i) {
    return Entries.line(new RunId(0, i / 30_000), i % 30_000 * CHUNK, "all");
  }

  @Test
  void aMillionIdentitiesEachInAChunkOfItsOwn() throws Exception {
    survives(messages(1_000_000, BudgetsIT::farFromAll)).close();
    assertDead("--max-identities", 700);
  }

  /**
   * The control of the budget, with a smaller heap. Runs are charged to it too, so there is none of
   * {@code --max-runs}; ConsumerDeathIT has that of {@code --max-words}.
   */
  @Test
  void aHeapThatTheBudgetKeepsIsTooSmallWithoutIt() throws Exception {
    List<String> heap = List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
    String option = "--max-identities";
    publish(JSON, messages(400_000, BudgetsIT::farFromAll));
    try (ChildProcess consumer = consumer(heap, option, "8", "--until-idle", "1")) {
      assertThat(consumer.await()).as(consumer.err()).isZero();
    }
    assertDead(option, 1);
    publish(JSON, messages(400_000, BudgetsIT::farFromAll));
    try (ChildProcess starved = consumer(heap, option, "4000", "--until-idle", "1")) {
      assertThat(starved.await()).as(starved.err()).isEqualTo(OUT_OF_MEMORY);
    }
  }

  @Test
  void aHundredThousandNewRuns() throws Exception {
    survives(messages(100_000, i -> Entries.line(new RunId(i, i), 0, "all"))).close();
    assertDead("--max-runs", 1);
  }
}
