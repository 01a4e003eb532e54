package pipeline.consumer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import pipeline.wire.Entry;
import pipeline.wire.EntryEncoder;
import pipeline.wire.RequestKey;
import pipeline.wire.RunId;
import pipeline.wire.WordCounts;

/** Lines of text as the server would send them. */
final class Lines {
  static final RunId RUN = RunId.parse("000102030405060708090a0b0c0d0e0f");

  private static final EntryEncoder<Map<String, Integer>> ENCODER =
      new EntryEncoder<>(new WordCounts());

  private Lines() {}

  static Entry<Map<String, Integer>> line(int seq, String words) {
    return line(RUN, seq, words);
  }

  static Entry<Map<String, Integer>> line(RunId run, int seq, String words) {
    Map<String, Integer> counts = new HashMap<>();
    for (String word : words.split(" ", -1)) {
      counts.merge(word, 1, Integer::sum);
    }
    return new Entry<>(new RequestKey(run, seq), counts);
  }

  /**
   * Lines {@code from} to {@code to - 1}, each with the words {@code all} and one of ten others.
   */
  static List<Entry<Map<String, Integer>>> range(int from, int to) {
    return IntStream.range(from, to).mapToObj(seq -> line(seq, "all w" + seq % 10)).toList();
  }

  static byte[] message(List<Entry<Map<String, Integer>>> entries) {
    return EntryEncoder.join(entries.stream().map(ENCODER::encode).toList());
  }
}
