package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Counts;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.file.FileStore;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.amqp.PublishTime;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.process.OutputFile;

/** What the end prints and dumps is what scripts read, in any locale and on any terminal. */
class ConsumerReportTest {
  private static final Counts MANY = Counts.of(List.of(new NamedCount("a", 3_000_000_000L)));

  private static final Locale LOCALE = Locale.getDefault(Locale.Category.FORMAT);

  @TempDir private Path temp;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final FileStore<Map<String, Integer>> counted = CountedStore.words();
  private final AtomicInteger alive = new AtomicInteger();
  private final ConsumerReport report =
      new ConsumerReport(
          new WordCountHandler(),
          new PrintStream(out, true, StandardCharsets.UTF_8),
          alive::incrementAndGet);

  /** In this locale digits are others. */
  @BeforeEach
  void setLocale() {
    Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("fa-IR"));
  }

  @AfterEach
  void resetLocale() {
    Locale.setDefault(Locale.Category.FORMAT, LOCALE);
  }

  private void count(int id, List<Integer> ends, int... seqs) {
    RunId run = new RunId(0, id);
    counted.add(
        IntStream.of(seqs).mapToObj(seq -> Entries.line(run, seq, "a")).toList(),
        ends.stream().map(lines -> new RunEnd(run, lines)).toList());
  }

  @Test
  void wordsCannotDriveTheTerminal() {
    report.printTotals(
        1,
        Counts.of(
            List.of(new NamedCount("a\u001b[2J\u009b1m\u202e\uE000\uD800é😀", 3_000_000_000L))));

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo("lines=1 words=3000000000 distinct=1\n3000000000\ta?[2J?1m???é😀\n");
  }

  @Test
  void aLongWordIsPrintedByItsBeginningAndDumpedWhole() throws Exception {
    String word = "x".repeat(79) + "😀".repeat(3);
    Path dump = temp.resolve("counts.tsv");
    Counts counts = Counts.of(List.of(new NamedCount("y".repeat(80), 6), new NamedCount(word, 7)));

    report.printTotals(1, counts);
    report.writeCounts(counts, OutputFile.named("--dump", dump));

    assertThat(out.toString(StandardCharsets.UTF_8))
        .endsWith("\n7\t%s…\n6\t%s\n".formatted("x".repeat(79), "y".repeat(80)));
    assertThat(dump).content().isEqualTo("7\t%s\n6\t%s\n".formatted(word, "y".repeat(80)));
  }

  @Test
  void theProofBeginsWithTheTimeUntilLinesWereCounted() throws Exception {
    ConsumerStats stats = new ConsumerStats(() -> 2_000);
    stats.latency().added(PublishTime.stamp(new BasicProperties.Builder(), 1_000).build(), 98);
    stats.latency().added(PublishTime.stamp(new BasicProperties.Builder(), 0).build(), 2);
    stats.latency().recording(() -> {}).run();

    report.printProof(counted.reader(), stats);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("latency lines=100 p50=1.0ms p99=2.0ms max=2.0ms\ntotal runs=0 ");
  }

  @Test
  void theProofTellsOfHowManyLinesWhichAreMissing() {
    count(4, List.of(), 0);
    count(3, List.of(12, 10), 0, 1, 2, 3, 4, 5, 6, 7, 8);
    count(2, List.of(10), 1, 2, 3, 4, 5, 6, 7, 10, 1, 2, 3);
    count(1, List.of(10), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    report.printProof(counted.reader(), new ConsumerStats());
    assertThat(out.toString(StandardCharsets.UTF_8).replace("0".repeat(31), "~"))
        .isEqualTo(
            """
            run ~1 lines=10 of=10 missing=0 duplicates=0
            run ~2 lines=8 of=10 missing=3 duplicates=3 gaps=0-0,8-9 beyond=1
            run ~3 lines=9 of=10,12 missing=3 duplicates=0 gaps=9-11
            run ~4 lines=1 of=? missing=0 duplicates=0
            total runs=4 lines=28 gaps=3 duplicates=3 redelivered=0 dead=0 missing=6 open=2
            """);
  }

  /** A dump that takes longer than a program may take to end. */
  @Test
  void aReportSaysThatItIsAliveWithEachCountAndRun() throws Exception {
    report.printTotals(1, MANY);
    report.writeCounts(MANY, OutputFile.named("--dump", temp.resolve("counts.tsv")));
    count(1, List.of(), 0);
    report.printProof(counted.reader(), new ConsumerStats());
    assertThat(alive).hasValue(3);
  }
}
