package pipeline.consumer.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.codec.WordLines;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.Swipe;

/** Entries of lines of text, rides and swipes, as the server would send them. */
public final class Entries {
  public static final RunId RUN = RunId.parse("000102030405060708090a0b0c0d0e0f");

  private static final EntryEncoder<Map<String, Integer>> ENCODER =
      new EntryEncoder<>(new WordCountFormat());

  private Entries() {}

  public static Entry<Map<String, Integer>> line(int seq, String words) {
    return line(RUN, seq, words);
  }

  public static Entry<Map<String, Integer>> line(RunId run, int seq, String words) {
    Map<String, Integer> counts = new HashMap<>();
    for (String word : words.split(" ", -1)) {
      counts.merge(word, 1, Integer::sum);
    }
    return Entry.single(new RequestKey(run, seq), counts);
  }

  /**
   * Entries of the lines {@code from} to {@code to - 1}, each with the words {@code all} and one of
   * ten others.
   */
  public static List<Entry<Map<String, Integer>>> range(int from, int to) {
    return IntStream.range(from, to).mapToObj(seq -> line(seq, "all w" + seq % 10)).toList();
  }

  /** The lines {@code from} to {@code to - 1} of {@link #range} as one entry. */
  public static Entry<Map<String, Integer>> together(int from, int to) {
    WordLines.Builder lines = new WordLines.Builder();
    for (int seq = from; seq < to; seq++) {
      lines.add("all");
      lines.add("w" + seq % 10);
      lines.endLine();
    }
    return new Entry<>(new RequestKey(RUN, from), lines.build());
  }

  public static byte[] message(List<Entry<Map<String, Integer>>> entries) {
    return EntryEncoder.join(entries.stream().map(ENCODER::encode).toList());
  }

  public static Entry<LiftRide> ride(int seq, int skier, int lift) {
    return Entry.single(new RequestKey(RUN, seq), new LiftRide(2, 2022, 1, skier, 217, lift));
  }

  public static Entry<Swipe> swipe(int seq, boolean right, int swiper, int swipee) {
    return Entry.single(new RequestKey(RUN, seq), new Swipe(right, swiper, swipee, "hm"));
  }
}
