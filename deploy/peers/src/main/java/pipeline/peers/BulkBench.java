package pipeline.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import pipeline.lab.system.BrokerView;
import pipeline.peers.Measurements.Row;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.WordCounts;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * Many lines a request beside one: ours until its consumer is idle, a servlet that reads the same
 * bodies, and PerfTest with messages of the size that ours then have.
 */
final class BulkBench implements Bench {
  static final String NAME = "bulk";

  private static final String LOAD = "lines a request";
  private static final String PERF_TEST_QUEUE = "bench-bulk-perf-test";
  private static final int BRACKETS = 2;

  /** What the others are compared with: the most that one line a request reaches. */
  private static final PostLoad ONE_LINE = PostLoad.single(128);

  private static final List<PostLoad> MANY_LINES =
      List.of(new PostLoad(100, 8), new PostLoad(1_000, 16));

  private final BenchOptions options;
  private final Programs programs;
  private final BrokerView broker;
  private final Measurements measurements;
  private final LoadGenerator load;
  private final HttpBench http;

  BulkBench(
      BenchOptions options, Contenders contenders, BrokerView broker, Measurements measurements) {
    this.options = options;
    this.programs = new Programs(options);
    this.broker = broker;
    this.measurements = measurements;
    this.load = new LoadGenerator(logs(), measurements);
    List<PostLoad> loads = Stream.concat(Stream.of(ONE_LINE), MANY_LINES.stream()).toList();
    this.http =
        new HttpBench(contenders::bulk, loads, BulkBench::row, options, broker, measurements);
  }

  /** The row that the others are divided by. */
  static Row reference() {
    return row(Contenders.OURS, ONE_LINE);
  }

  private static Row row(String contender, Object detail) {
    return new Row(NAME, LOAD, contender + ", " + detail);
  }

  @Override
  public void round(int round) throws IOException, InterruptedException {
    http.round(round);
    for (PostLoad posted : MANY_LINES) {
      publish(posted.lines());
    }
  }

  private void publish(int lines) throws IOException, InterruptedException {
    int bytes = messageBytes(lines);
    Row row = row("PerfTest", "messages of %,d lines (%,d bytes)".formatted(lines, bytes));
    ResourceProbe watch = ResourceProbe.broker(options.brokerPid());
    LoadResult result =
        load.measure(
            programs.perfTest(PERF_TEST_QUEUE, bytes, options.seconds()),
            Duration.ofSeconds(options.seconds() + 60L),
            output -> LoadResult.ofPerfTest(output, lines, options.seconds()),
            row);
    watch.enter(measurements, row, result.lines());
    broker.purge(PERF_TEST_QUEUE);
  }

  /** Of a message with so many lines of the text as one entry. */
  private int messageBytes(int lines) throws IOException {
    Iterator<Map<String, Integer>> words = BacklogWords.ofText(options.text());
    RequestKey first = new RequestKey(RunId.random(new SecureRandom()), 0);
    EntryEncoder<Map<String, Integer>> encoder = new EntryEncoder<>(new WordCounts());
    return encoder.encode(first, Stream.generate(words::next).limit(lines).toList()).length
        + BRACKETS;
  }

  private Path logs() {
    return options.out().resolve("logs");
  }

  @Override
  public void close() throws IOException {
    http.close();
  }
}
