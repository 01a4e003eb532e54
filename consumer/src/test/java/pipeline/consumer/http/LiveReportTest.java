package pipeline.consumer.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.file.FileStore;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.amqp.PublishTime;
import pipeline.wire.query.CountsUnavailableException;

/** The report of the live page has what a reader needs, as data. */
class LiveReportTest {
  private final FileStore<Map<String, Integer>> counts = CountedStore.words();
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicLong micros = new AtomicLong();
  private final ConsumerStats stats = new ConsumerStats(micros::get);

  @Test
  void whoComesLateIsShownTheLastTenMinutes() {
    LiveReport report = report();
    report.sample();
    assertThat(samples(report)).isEqualTo("[0,-1,7,3]");

    counts.add(List.of(Entries.line(0, "a b")), List.of());
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(500));
    report.sample();
    assertThat(samples(report)).isEqualTo("[0,-1,7,3],[500,2,7,3]");

    for (int i = 1; i <= LiveReport.SAMPLES; i++) {
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
      report.sample();
    }
    assertThat(samples(report).split("],"))
        .hasSize(LiveReport.SAMPLES)
        .startsWith("[1500,0,7,3")
        .endsWith("[600500,0,7,3]");
  }

  /** The samples of an event, their times in milliseconds since the start. */
  private static String samples(LiveReport report) {
    Matcher event =
        Pattern.compile("\"samples\":\\[(.*?])],\"started\":([0-9]+)").matcher(report.event());
    assertThat(event.find()).isTrue();
    long started = Long.parseLong(event.group(2));
    return Pattern.compile("[0-9]{13}")
        .matcher(event.group(1))
        .replaceAll(time -> Long.toString(Long.parseLong(time.group()) - started));
  }

  @Test
  void aRunSaysWhatIsMissingAndWhatCameTwice() {
    for (int seq : new int[] {0, 0, 2, 7}) {
      counts.add(List.of(Entries.line(seq, "a")), List.of());
    }
    assertThat(next(report()))
        .contains(
            "'recent':[{'complete':false,'duplicates':1,'ends':[],'gaps':['1','3–6'],"
                .concat("'highest':7,'lines':3,'missing':5,'moreGaps':false,")
                .concat("'run':'000102030405…'}],'runs':1,")
                .replace('\'', '"'));
    for (int seq = 20; seq < 60; seq += 2) {
      counts.add(List.of(Entries.line(seq, "a")), List.of());
    }
    assertThat(next(report())).contains("\"moreGaps\":true");
  }

  @Test
  void latencyIsThatOfTheLinesSinceTheSampleBefore() throws Exception {
    BasicProperties published = PublishTime.stamp(new BasicProperties.Builder(), 0).build();
    LiveReport report = report();
    stats.latency().added(published, 3);
    micros.set(9_000_000);
    stats.latency().recording(() -> {}).run();
    assertThat(next(report)).contains("\"latency\":{\"max\":9");
    assertThat(next(report)).doesNotContain("latency");

    stats.latency().added(published, 1);
    micros.set(20_000);
    stats.latency().recording(() -> {}).run();
    assertThat(next(report)).contains("\"latency\":{\"max\":20.", "\"p50\":20.", "\"p99\":20.");
  }

  /** What grows with the number of counts is computed so rarely that it costs a twentieth. */
  @Test
  void aFailureRestsAsLongAsItTookAndAValueTwentyTimesAsLong() {
    AtomicLong taken = new AtomicLong();
    CostLimitedCache<Long> cache =
        new CostLimitedCache<>(
            () -> {
              nanos.addAndGet(50);
              if (taken.incrementAndGet() == 1) {
                throw new CountsUnavailableException("away", null);
              }
              return taken.get();
            },
            nanos::get);
    for (long failing : new long[] {0, 99}) {
      nanos.set(failing);
      assertThatThrownBy(cache::get).isInstanceOf(CountsUnavailableException.class);
      assertThat(taken).hasValue(1);
    }
    nanos.set(100);
    assertThat(cache.get()).isEqualTo(2);
    nanos.set(150 + 20 * 50 - 1);
    assertThat(cache.get()).isEqualTo(2);
    nanos.set(150 + 20 * 50);
    assertThat(cache.get()).isEqualTo(3);
  }

  private static String next(LiveReport report) {
    report.sample();
    return report.event();
  }

  private LiveReport report() {
    return new LiveReport(
        new WordCountHandler(), counts.reader(), stats.latency(), () -> 7, () -> 3, nanos::get);
  }
}
