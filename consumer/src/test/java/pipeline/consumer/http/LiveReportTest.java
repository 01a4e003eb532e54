package pipeline.consumer.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.LiftRidesHandler;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.amqp.PublishTime;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.workload.LiftRide;

/** The report of the live page has what a reader needs, as data. */
class LiveReportTest {
  private final CountedStore<Map<String, Integer>> counts = CountedStore.words();
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicLong micros = new AtomicLong();
  private final ConsumerStats stats = new ConsumerStats(micros::get);

  @Test
  void ratesAreSinceTheLastReport() throws Exception {
    LiveReport report = report(new WordCountHandler(), counts);
    counts.add(List.of(Entries.line(0, "a b"), Entries.line(1, "a c")));
    assertThat(report.next())
        .contains("'entries':{'name':'lines','total':2},".replace('\'', '"'))
        .contains(
            "'figures':[{'name':'words','total':4},{'name':'distinct','total':3}]"
                .replace('\'', '"'));

    counts.add(List.of(Entries.line(2, "a d e f")));
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(500));

    assertThat(report.next())
        .contains("{'name':'lines','total':3,'rate':2}".replace('\'', '"'))
        .contains("{'name':'words','total':8,'rate':8}".replace('\'', '"'))
        .contains("{'name':'distinct','total':6,'rate':6}".replace('\'', '"'));
  }

  @Test
  void aRunSaysWhetherItIsComplete() {
    counts.add(List.of(Entries.line(0, "a")), List.of(new RunEnd(Entries.RUN, 2)));
    assertThat(report(new WordCountHandler(), counts).next())
        .contains("'ends':[2],'complete':false,'missing':1,".replace('\'', '"'));
    counts.add(List.of(Entries.line(1, "a")));
    assertThat(report(new WordCountHandler(), counts).next())
        .contains("'ends':[2],'complete':true,'missing':0,".replace('\'', '"'));
  }

  @Test
  void aRunSaysWhatIsMissingAndWhatCameTwice() throws Exception {
    counts.add(List.of(Entries.line(0, "a"), Entries.line(0, "a"), Entries.line(2, "a")));
    counts.add(List.of(Entries.line(7, "a")));
    assertThat(report(new WordCountHandler(), counts).next())
        .contains(
            "'runs':1,'duplicates':1,'recent':[{'run':'000102030405…','lines':3,"
                .concat(
                    "'highest':7,'ends':[],'complete':false,'missing':5,'duplicates':1,"
                        .concat("'gaps':['1','3–6'],'moreGaps':false}]"))
                .replace('\'', '"'));
    for (int seq = 20; seq < 60; seq += 2) {
      counts.add(List.of(Entries.line(seq, "a")));
    }
    assertThat(report(new WordCountHandler(), counts).next()).contains("\"moreGaps\":true");
  }

  @Test
  void aWordIsDataWhateverItSays() throws Exception {
    counts.add(List.of(Entries.line(0, "</script>\n\u2028\"")));
    assertThat(report(new WordCountHandler(), counts).next())
        .contains("{\"name\":\"</script>\\n\u2028\\\"\",\"count\":1}")
        .doesNotContain("\n");
  }

  @Test
  void whatIsNotRankedHasNoList() {
    LiftRidesHandler handler = new LiftRidesHandler();
    CountedStore<LiftRide> rides = CountedStore.of(handler);
    assertThat(report(handler, rides).next())
        .contains("\"workload\":\"lift-rides\"", "\"name\":\"rides\"", "\"name\":\"skiers\"")
        .contains("\"ranked\":false,\"top\":[]");
  }

  @Test
  void latencyIsThatOfTheLinesSinceTheLastReport() throws Exception {
    BasicProperties published = PublishTime.stamp(new BasicProperties.Builder(), 0).build();
    LiveReport report = report(new WordCountHandler(), counts);
    stats.latency().added(published, 3);
    micros.set(9_000_000);
    stats.latency().recording(() -> {}).run();
    assertThat(report.next()).contains("\"latency\":{\"p50\":9");
    assertThat(report.next()).doesNotContain("latency");

    stats.latency().added(published, 1);
    micros.set(20_000);
    stats.latency().recording(() -> {}).run();
    assertThat(report.next()).contains("\"latency\":{\"p50\":20.", "\"max\":20.");
  }

  @Test
  void withoutTheCountsTheQueueIsStillReported() {
    counts.goAway();
    assertThat(report(new WordCountHandler(), counts).next())
        .isEqualTo("{\"workload\":\"wordcount\",\"waiting\":7}");
  }

  private LiveReport report(WorkloadHandler<?> handler, StoreReader reader) {
    LiveFigures figures = new LiveFigures(handler, reader, nanos::get);
    return new LiveReport(handler, reader, figures, stats.latency(), () -> 7, nanos::get);
  }
}
