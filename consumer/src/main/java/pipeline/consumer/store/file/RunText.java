package pipeline.consumer.store.file;

import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import pipeline.consumer.store.memory.RunRecord;
import pipeline.wire.identity.RunId;

/**
 * The text form of runs in the state file: a run under the digits of its id, its figures as numbers
 * with blanks between, and a chunk of it under the digits of both, so that chunks follow each other
 * in the order of their runs and numbers.
 */
final class RunText {
  private static final int ENDS_FROM = 3;

  private RunText() {}

  static String chunkKey(RunId run, int index) {
    return run + HexFormat.of().toHexDigits(index);
  }

  /** The figures as {@code LINES DUPLICATES LAST-SEEN}, and the ends. */
  static String figures(RunRecord run) {
    StringBuilder figures =
        new StringBuilder(run.lines() + " " + run.duplicates() + " " + run.lastSeenMillis());
    run.ends().forEach(end -> figures.append(' ').append(end));
    return figures.toString();
  }

  static RunRecord parse(Map.Entry<String, String> run) {
    String[] numbers = run.getValue().split(" ", -1);
    NavigableSet<Long> ends = Collections.emptyNavigableSet();
    if (numbers.length > ENDS_FROM) {
      ends = new TreeSet<>();
      for (int i = ENDS_FROM; i < numbers.length; i++) {
        ends.add(Long.parseLong(numbers[i]));
      }
    }
    return new RunRecord(
        RunId.parse(run.getKey()),
        Long.parseLong(numbers[0]),
        Long.parseLong(numbers[1]),
        Long.parseLong(numbers[2]),
        ends);
  }
}
