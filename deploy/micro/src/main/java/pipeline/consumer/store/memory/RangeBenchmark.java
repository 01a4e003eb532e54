package pipeline.consumer.store.memory;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import pipeline.consumer.store.file.FileLimits;
import pipeline.consumer.store.file.FileStore;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.Lines;
import pipeline.wire.codec.MalformedMessageException;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * A line of a text decoded, claimed and counted, as one of a range, beside the same lines as
 * entries of their own, as many to a message. The text is gone through again and again, each time
 * as another run, with a checkpoint after it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RangeBenchmark {
  private static final int LINES = 9_000;
  private static final long CACHE_BYTES = 64 << 20;
  private static final RunId RUN = new RunId(0x4f1c0123456789abL, 0x0123456789abcdefL);

  @Param({"100", "1000"})
  private int linesPerMessage;

  private final WordCountHandler handler = new WordCountHandler();
  private final EntryEncoder<Map<String, Integer>> encoder =
      new EntryEncoder<>(new WordCountFormat());
  private final BatchDecoder<Map<String, Integer>> decoder =
      new BatchDecoder<>(new WordCountFormat());
  private final List<byte[]> ranges = new ArrayList<>();
  private final List<byte[]> singles = new ArrayList<>();

  @Setup
  public void encode() throws IOException, URISyntaxException {
    List<Map<String, Integer>> lines =
        Files.readAllLines(text()).stream()
            .filter(line -> !line.isEmpty())
            .limit(LINES)
            .map(RangeBenchmark::words)
            .toList();
    for (int from = 0; from < LINES; from += linesPerMessage) {
      List<Map<String, Integer>> some = lines.subList(from, from + linesPerMessage);
      ranges.add(
          EntryEncoder.join(
              List.of(encoder.encode(new Entry<>(new RequestKey(RUN, from), Lines.of(some))))));
      List<byte[]> entries = new ArrayList<>();
      for (Map<String, Integer> line : some) {
        entries.add(encoder.encode(Entry.single(new RequestKey(RUN, from + entries.size()), line)));
      }
      singles.add(EntryEncoder.join(entries));
    }
  }

  /** The text of the repository in which this was built. */
  private static Path text() throws URISyntaxException {
    URI built = RangeBenchmark.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    return Path.of(built).resolve("../../../../testdata/testdata.txt").normalize();
  }

  private static Map<String, Integer> words(String line) {
    Map<String, Integer> words = new HashMap<>();
    for (String word : line.strip().split("\\s+", -1)) {
      words.merge(word, 1, Integer::sum);
    }
    return words;
  }

  @Benchmark
  @OperationsPerInvocation(LINES)
  public long ours() throws IOException, MalformedMessageException {
    return count(ranges);
  }

  @Benchmark
  @OperationsPerInvocation(LINES)
  public long baselineSingles() throws IOException, MalformedMessageException {
    return count(singles);
  }

  private long count(List<byte[]> messages) throws IOException, MalformedMessageException {
    try (FileStore<Map<String, Integer>> store =
        FileStore.inMemory(handler.counting(), FileLimits.of(CACHE_BYTES, () -> 0))) {
      for (byte[] message : messages) {
        store.add(decoder.decode(message));
      }
      store.commit();
      return store.reader().lines();
    }
  }
}
