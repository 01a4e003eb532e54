package pipeline.wire.codec;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.SerializationUtils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** A line's entry written and read, alone and 30 to a message, beside Java serialization. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MessageBenchmark {
  private static final int GROUP = 30;

  private final EntryEncoder<Map<String, Integer>> encoder =
      new EntryEncoder<>(new WordCountFormat());
  private final BatchDecoder<Map<String, Integer>> decoder =
      new BatchDecoder<>(new WordCountFormat());
  private HashMap<String, Integer> words =
      new HashMap<>(
          Map.of(
              "it", 3, "was", 3, "the", 3, "best", 1, "of", 3, "times", 2, "worst", 1, "age", 1));
  private Entry<Map<String, Integer>> entry =
      Entry.single(new RequestKey(new RunId(0x4f1c0123456789abL, 0x0123456789abcdefL), 17), words);
  private List<byte[]> group = Collections.nCopies(GROUP, encoder.encode(entry));
  private byte[] single = EntryEncoder.join(List.of(encoder.encode(entry)));
  private byte[] grouped = EntryEncoder.join(group);
  private byte[] serialized = SerializationUtils.serialize(words);

  @Benchmark
  public byte[] encodeOurs() {
    return encoder.encode(entry);
  }

  @Benchmark
  public byte[] encodeBaselineSerialized() {
    return SerializationUtils.serialize(words);
  }

  @Benchmark
  @OperationsPerInvocation(GROUP)
  public byte[] joinOurs() {
    return EntryEncoder.join(group);
  }

  @Benchmark
  public List<Entry<Map<String, Integer>>> decodeOurs() throws MalformedMessageException {
    return decoder.decode(single);
  }

  @Benchmark
  @OperationsPerInvocation(GROUP)
  public List<Entry<Map<String, Integer>>> decodeOursGrouped() throws MalformedMessageException {
    return decoder.decode(grouped);
  }

  @Benchmark
  public Map<String, Integer> decodeBaselineSerialized() {
    return SerializationUtils.deserialize(serialized);
  }
}
