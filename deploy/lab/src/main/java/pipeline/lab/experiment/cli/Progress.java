package pipeline.lab.experiment.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Metric;
import pipeline.wire.process.Console;

/** Shows a bar with the time left on a terminal, and a line for each launch elsewhere. */
final class Progress implements AutoCloseable {
  private final Plan plan;
  private final int doneBefore;
  private final PrintWriter err;
  private final ProgressBar bar;
  private int done;
  private long start;

  Progress(Plan plan, int done, PrintWriter err) {
    this.plan = plan;
    this.done = done;
    this.doneBefore = done;
    this.err = err;
    bar = Console.stderrIsTerminal() ? bar(plan.launches(), done) : null;
  }

  private static ProgressBar bar(int all, int done) {
    return new ProgressBarBuilder()
        .setTaskName("launches")
        .setInitialMax(all)
        .startsFrom(done, Duration.ZERO)
        .setStyle(ProgressBarStyle.ASCII)
        .setConsumer(new ConsoleProgressBarConsumer(System.err))
        .build();
  }

  /** Starts the clock for the time left, once the broker runs. */
  void begin() {
    start = System.nanoTime();
  }

  void ended(Launch launch) {
    done++;
    Duration spent = Duration.ofNanos(System.nanoTime() - start);
    String cell = plan.design().label(launch.slot().cell());
    OptionalDouble rate = launch.value(Metric.PRIMARY);
    String result =
        rate.isPresent()
            ? String.format(Locale.ROOT, "%.0f lines/s", rate.getAsDouble())
            : launch.status().name();
    if (bar != null) {
      bar.setExtraMessage(" " + cell + ": " + result);
      bar.step();
    } else {
      int all = plan.launches();
      err.println(
          "launch %s of %s, %s: %s%s; %s"
              .formatted(
                  done,
                  all,
                  cell,
                  result,
                  launch.note().isEmpty() ? "" : "; " + launch.note(),
                  Plan.left(spent, done - doneBefore, all - done)));
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
