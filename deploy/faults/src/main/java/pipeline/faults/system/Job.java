package pipeline.faults.system;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import pipeline.wire.workload.Workload;

/**
 * What the runs send, and who counts it where. Immutable.
 *
 * @param counter the consumer's workload, such as {@code swipe-counts}
 * @param lines of a run: lines of text, rides or swipes
 * @param linesPerRequest how many of them the client sends at once
 * @param redis whether counts and identities are in Redis instead of a directory
 */
public record Job(String counter, int lines, int linesPerRequest, boolean redis) {
  /** Of the client, if a request has one line. */
  public static final int USUAL_THREADS = 24;

  private static final int MIN_THREADS = 2;

  /** With fewer, a run would be over before its faults. */
  private static final int MIN_REQUESTS = 250;

  public static final List<String> COUNTERS =
      List.of("wordcount", "lift-rides", "swipe-counts", "swipe-matches");

  /** What client and server call it. */
  public Workload workload() {
    return switch (counter) {
      case "wordcount" -> Workload.WORDCOUNT;
      case "lift-rides" -> Workload.LIFT_RIDES;
      default -> Workload.SWIPES;
    };
  }

  /** Whether there is a text to send, and not a seed to make requests from. */
  public boolean isText() {
    return workload() == Workload.WORDCOUNT;
  }

  /**
   * The same with so many lines in a request, and no fewer requests than faults need to hit one.
   */
  public Job withLinesPerRequest(int number) {
    return new Job(counter, Math.max(lines, MIN_REQUESTS * number), number, redis);
  }

  /** As many as keep the load up as long, however many lines a request carries. */
  private int threads() {
    return Math.max(USUAL_THREADS / linesPerRequest, MIN_THREADS);
  }

  /** Writes what is to be sent, if it is text, and the counts it must come to. */
  public void write(RunFiles files, Programs programs, long seed) throws IOException {
    if (isText()) {
      files.write(TrickyText.lines(new SplittableRandom(seed), lines));
    } else {
      Oracle.generated(programs.oracle(), counter, lines, seed, files.expected());
    }
  }

  /**
   * What the client is told to send.
   *
   * @param resumed whether it goes on with a run: then it divides the lines at other places, so
   *     that ranges come of which some lines were counted and some were not
   */
  public List<String> input(Path text, long seed, boolean resumed) {
    List<String> arguments = new ArrayList<>();
    if (isText()) {
      arguments.add(text.toString());
    }
    arguments.add(Integer.toString(threads()));
    int perRequest = resumed ? linesPerRequest / 2 + 1 : linesPerRequest;
    arguments.addAll(List.of("--lines-per-request", Integer.toString(perRequest)));
    if (!isText()) {
      arguments.addAll(List.of("--workload", workload().spelled()));
      arguments.addAll(List.of("--requests", Integer.toString(lines)));
      arguments.addAll(List.of("--seed", Long.toString(seed)));
    }
    return arguments;
  }
}
