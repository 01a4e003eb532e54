package pipeline.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import pipeline.server.workload.TextEndpoints;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.Lines;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * A request of many lines, by the line: from the body to its entry, beside a string and a map for
 * each line. Reads the test data, so it runs in the repository's root.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(BulkBenchmark.LINES)
public class BulkBenchmark {
  static final int LINES = 1_000;

  private static final int FIRST = 3_000;
  private static final int MIB = 1 << 20;

  private final RequestKey first = new RequestKey(new RunId(1, 2), 3);
  private final TextEndpoints endpoints = TextEndpoints.standard();
  private final BodyLines bodyLines = new BodyLines(MIB, 10_000);
  private final EntryEncoder<Map<String, Integer>> encoder =
      new EntryEncoder<>(new WordCountFormat());
  private byte[] body;
  private Entry<Map<String, Integer>> entry;

  @Setup
  public void read() throws IOException, HttpError {
    List<String> all =
        Files.readAllLines(Path.of("testdata/testdata.txt")).stream()
            .filter(line -> !line.isEmpty())
            .toList();
    body = (String.join("\n", all.subList(FIRST, FIRST + LINES)) + "\n").getBytes(UTF_8);
    entry = new Entry<>(first, lines());
  }

  @Benchmark
  public Lines<Map<String, Integer>> lines() throws HttpError {
    Post<Map<String, Integer>> post =
        endpoints.bulkPost("/textbody/wordcount", LineFormat.TEXT).orElseThrow();
    bodyLines.read(body, body.length, post);
    return post.lines();
  }

  @Benchmark
  public byte[] encoding() {
    return encoder.encode(entry);
  }

  @Benchmark
  public byte[] ours() throws HttpError {
    return encoder.encode(new Entry<>(first, lines()));
  }

  @Benchmark
  public byte[] baselineMaps() {
    List<Map<String, Integer>> lines = new ArrayList<>();
    for (String line : new String(body, UTF_8).split("\n", -1)) {
      Map<String, Integer> words = new HashMap<>();
      for (String word : line.split("\\s+", -1)) {
        if (!word.isEmpty()) {
          words.merge(word, 1, Integer::sum);
        }
      }
      lines.add(words);
    }
    return encoder.encode(new Entry<>(first, Lines.of(lines)));
  }
}
