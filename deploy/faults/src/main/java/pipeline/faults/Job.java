package pipeline.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import pipeline.wire.workload.Workload;

/**
 * What the runs send, and who counts it where. Immutable.
 *
 * @param counter the consumer's workload, such as {@code swipe-counts}
 * @param requests of a run
 * @param redis whether counts and identities are in Redis instead of a directory
 */
record Job(String counter, int requests, boolean redis) {
  static final List<String> COUNTERS =
      List.of("wordcount", "lift-rides", "swipe-counts", "swipe-matches");

  /** What client and server call it. */
  Workload workload() {
    return switch (counter) {
      case "wordcount" -> Workload.WORDCOUNT;
      case "lift-rides" -> Workload.LIFT_RIDES;
      default -> Workload.SWIPES;
    };
  }

  /** Whether there is a text to send, and not a seed to make requests from. */
  boolean isText() {
    return workload() == Workload.WORDCOUNT;
  }

  /** Writes what is to be sent, if it is text, and the counts it must come to. */
  void write(RunFiles files, Programs programs, long seed) throws IOException {
    if (isText()) {
      files.write(Input.lines(new SplittableRandom(seed), requests));
    } else {
      Oracle.generated(programs.oracle(), counter, requests, seed, files.expected());
    }
  }

  /** What the client is told to send, with so many threads. */
  List<String> input(Path text, int threads, long seed) {
    String number = Integer.toString(threads);
    return isText()
        ? List.of(text.toString(), number)
        : List.of(
            number,
            "--workload",
            workload().spelled(),
            "--requests",
            Integer.toString(requests),
            "--seed",
            Long.toString(seed));
  }
}
