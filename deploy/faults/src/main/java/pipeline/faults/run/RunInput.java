package pipeline.faults.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import pipeline.rig.Component;
import pipeline.rig.Oracle;
import pipeline.rig.OurPrograms;
import pipeline.rig.Spec;
import pipeline.wire.workload.Workload;

/**
 * What a run sends, and the workload and store that count it. Immutable.
 *
 * @param counter what the consumer counts
 * @param lines how many lines of text, rides or swipes a run sends
 * @param linesPerRequest how many of them the client sends at once
 * @param redis whether counts and identities are in Redis instead of a directory
 * @param taskManagers the number of Flink's workers, which count instead of a consumer; 0 for none
 */
public record RunInput(
    Workload.Counter counter, int lines, int linesPerRequest, boolean redis, int taskManagers) {
  /** The agent that injects faults. */
  static final String AGENT = "deploy/hooks";

  /** The client's threads, if a request has one line. */
  public static final int USUAL_THREADS = 24;

  private static final int MIN_THREADS = 2;

  /** The consumer's cache, too small for a flood: what was not used lately is read again. */
  private static final String CACHE_MIB = "2";

  /** The heap of a TaskManager, which {@code deploy/flink/config.yaml} divides. */
  private static final List<String> HEAP_OF_FLINK = List.of("-Xmx192m");

  /** The fewest requests: with fewer, a run would be over before its faults. */
  private static final int MIN_REQUESTS = 250;

  /**
   * The requests of each thread in a long run. What all threads send at once may be one message,
   * and several of these one checkpoint.
   */
  private static final int MANY_ROUNDS = 600;

  public boolean isFlink() {
    return taskManagers > 0;
  }

  /** The modules whose jars a run needs. */
  public List<String> modules() {
    String counts = isFlink() ? "deploy/flink" : "consumer";
    return List.of("client", "server", counts, AGENT);
  }

  /** The workload of client and server. */
  public Workload workload() {
    return counter.workload();
  }

  /** Whether the input is a text, and not requests made from a seed. */
  public boolean isText() {
    return !workload().isGenerated();
  }

  /**
   * This input with {@code number} lines in a request, and enough requests for the faults to hit
   * one.
   */
  public RunInput withLinesPerRequest(int number) {
    int enough = Math.max(lines, MIN_REQUESTS * number);
    return new RunInput(counter, enough, number, redis, taskManagers);
  }

  /** This input with enough requests for the hundredth message and the hundredth checkpoint. */
  public RunInput withManyRequests() {
    int enough = Math.max(lines, MANY_ROUNDS * threads() * linesPerRequest);
    return new RunInput(counter, enough, linesPerRequest, redis, taskManagers);
  }

  /** The client's threads: fewer for requests of many lines, so that the load lasts as long. */
  private int threads() {
    return Math.max(USUAL_THREADS / linesPerRequest, MIN_THREADS);
  }

  /** The pipeline of a setup that counts this input. */
  Spec spec(Setup setup, String queue) {
    Spec spec = setup.spec().counting(workload(), List.of(counter.spelled()), queue);
    if (isFlink()) {
      return spec.taskManagers(taskManagers).flags(Component.CONSUMER, HEAP_OF_FLINK);
    }
    return redis
        ? spec.store(Spec.Store.REDIS)
        : spec.with(Component.CONSUMER, "--cache", CACHE_MIB);
  }

  /** Writes the text to send, if there is one, and the counts that the oracle expects. */
  public void write(RunFiles files, Path root, long seed) throws IOException, InterruptedException {
    Oracle oracle = new Oracle(root, files.directory());
    if (isText()) {
      List<String> all = TrickyText.lines(new SplittableRandom(seed), lines);
      TrickyText.write(files.input(), all);
      TrickyText.write(files.head(), all.subList(0, lines - 1));
      oracle.expectWords(files.input(), files.expected(), lines);
    } else {
      oracle.expectRequests(counter.spelled(), files.expected(), new Oracle.Requests(lines, seed));
    }
  }

  /**
   * The client's arguments.
   *
   * @param resumed whether the client resumes a run: then requests have other boundaries, so that
   *     some ranges have both lines that were counted and lines that were not
   */
  public List<String> clientArguments(Path text, long seed, boolean resumed) {
    List<String> arguments = new ArrayList<>();
    if (isText()) {
      arguments.add(text.toString());
    }
    arguments.add(Integer.toString(threads()));
    int perRequest = resumed ? linesPerRequest / 2 + 1 : linesPerRequest;
    arguments.addAll(List.of("--lines-per-request", Integer.toString(perRequest)));
    if (!isText()) {
      arguments.addAll(OurPrograms.generated(workload(), lines, seed));
    }
    return arguments;
  }
}
