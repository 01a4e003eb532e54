package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.lab.experiment.run.CheckedInput.Counted;
import pipeline.lab.experiment.run.Input.ConsumerWorkload;
import pipeline.lab.process.Idleness;
import pipeline.lab.process.RunningProgram;
import pipeline.lab.system.BrokerView;
import pipeline.lab.system.WordOracle;
import pipeline.testkit.process.StuckException;

/** The consumers of a launch by their workload; the pipeline closes them. Used by one thread. */
final class Consumers {
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(5);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  /** The first line that a consumer prints when it ends. */
  private static final Pattern TOTAL = Pattern.compile("(?m)^(?:lines|rides|swipes)=(\\d+)");

  private final Map<ConsumerWorkload, List<RunningProgram>> all = new HashMap<>();

  void add(ConsumerWorkload workload, List<RunningProgram> started) {
    all.put(workload, List.copyOf(started));
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Stops all consumers by SIGSTOP; their connections stay open. */
  void freeze() throws IOException {
    for (RunningProgram consumer : programs()) {
      consumer.freeze();
    }
  }

  void thaw() throws IOException {
    for (RunningProgram consumer : programs()) {
      consumer.thaw();
    }
  }

  private List<RunningProgram> programs() {
    return all.values().stream().flatMap(List::stream).toList();
  }

  /**
   * Waits until all is counted, and returns the {@code nanoTime} since which it is.
   *
   * @param base of the queues' names
   */
  long drain(BrokerView broker, String base) throws IOException {
    if (all.isEmpty()) {
      return System.nanoTime();
    }
    long idle = Long.MIN_VALUE;
    for (Map.Entry<ConsumerWorkload, List<RunningProgram>> part : all.entrySet()) {
      broker.awaitEmpty(part.getKey().queue(base), DRAIN_LIMIT);
      for (RunningProgram consumer : part.getValue()) {
        idle = Math.max(idle, Idleness.await(consumer.pid(), DRAIN_LIMIT));
      }
    }
    return idle;
  }

  /**
   * Ends the consumers, and reads what they have counted, by the name of their workload.
   *
   * @param dump where the consumers of a workload leave their counts
   */
  Map<String, Counted> end(Function<ConsumerWorkload, Path> dump)
      throws IOException, InterruptedException, StuckException {
    Map<String, Counted> counted = new HashMap<>();
    for (Map.Entry<ConsumerWorkload, List<RunningProgram>> part : all.entrySet()) {
      String said = "";
      for (RunningProgram consumer : part.getValue()) {
        consumer.terminate(STOP_LIMIT);
        // consumers of one store share their counts, so the last one has all of them
        said = consumer.written();
      }
      Matcher total = TOTAL.matcher(said);
      if (!total.find()) {
        throw new IOException("a consumer has not said how many lines it counted");
      }
      counted.put(
          part.getKey().name(),
          new Counted(
              WordOracle.parse(Files.readString(dump.apply(part.getKey()))),
              Long.parseLong(total.group(1))));
    }
    return counted;
  }
}
