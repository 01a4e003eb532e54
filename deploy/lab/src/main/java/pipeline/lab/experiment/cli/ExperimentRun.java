package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.report.DataFiles;
import pipeline.lab.experiment.report.ExperimentPage;
import pipeline.lab.experiment.report.MarkdownReport;
import pipeline.lab.experiment.report.Results;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.LaunchFile;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.run.Runner;
import pipeline.lab.experiment.run.ScheduleRun;
import pipeline.lab.experiment.run.Setting;
import pipeline.rig.machine.HostUsage;
import pipeline.testkit.process.Tool;

/** One call of the command: launches what is missing, then writes all outputs. */
final class ExperimentRun {
  /** The exit code after Ctrl-C. */
  static final int INTERRUPTED = 130;

  private static final String UNKNOWN = "unknown";
  private static final double MIB_PER_GIB = 1024;

  /** The file of the launches. */
  static final String LAUNCHES = "experiment.csv";

  private final Plan plan;
  private final OutDirectory directory;
  private final String command;
  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean wide;

  /**
   * @param wide whether the table that is printed has all columns
   */
  ExperimentRun(
      Plan plan,
      OutDirectory directory,
      String command,
      PrintWriter out,
      PrintWriter err,
      boolean wide) {
    this.plan = plan;
    this.directory = directory;
    this.command = command;
    this.out = out;
    this.err = err;
    this.wide = wide;
  }

  /** The command line for these arguments, quoted for a shell. */
  static String command(List<String> arguments) {
    return arguments.stream()
        .map(
            each -> each.matches("[\\w./:,=@%+-]+") ? each : "'" + each.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" ", "deploy/experiment ", ""));
  }

  /**
   * Makes the launches that are missing; what was measured is written in any case.
   *
   * @return the exit code
   */
  int perform(Main.RunnerSource source) throws IOException {
    List<Slot> slots = plan.slots();
    LaunchFile file = new LaunchFile(directory.file(LAUNCHES), plan.design().factors(), slots);
    try (Progress progress = new Progress(slots.size(), file.read().size())) {
      if (file.read().size() < slots.size()) {
        try (Runner runner = source.start(plan, directory.file("logs"))) {
          directory.keepBroker(runner.about());
          directory.keepCommit(commit());
          progress.begin();
          new ScheduleRun(slots, runner, file).perform(progress::ended);
        }
      }
    } catch (InterruptedException e) {
      return write(INTERRUPTED);
    } catch (IOException e) {
      err.println("experiment: " + e.getMessage());
      return write(1);
    }
    return write(0);
  }

  /** The results of the experiment in the directory, so far. */
  Results results() throws IOException {
    LaunchFile file =
        new LaunchFile(directory.file(LAUNCHES), plan.design().factors(), plan.slots());
    Map<String, String> machine = machine();
    directory.broker().ifPresent(broker -> machine.put("broker", broker + ", " + queues()));
    return new Results(
        command,
        plan.design(),
        plan.seed(),
        plan.rounds(),
        plan.margin(),
        plan.warmUp(),
        machine,
        file.read());
  }

  /** The type of the queues: their cost depends on it more than on the broker's version. */
  private String queues() {
    return plan.design().factors().stream()
        .filter(factor -> factor.name().equals(Setting.QUEUE.spelled()))
        .map(factor -> String.join(" and ", factor.levels()) + " queues")
        .findFirst()
        .orElseThrow();
  }

  private int write(int code) throws IOException {
    Results results = results();
    if (results.launches().isEmpty()) {
      return code;
    }
    String page = MarkdownReport.of(results, wide);
    Files.writeString(directory.file("experiment.md"), page);
    Files.writeString(directory.file("experiment.html"), ExperimentPage.of(results));
    DataFiles.writeCells(results, directory.file("cells.csv"));
    DataFiles.writeJson(results, directory.file("experiment.json"));
    out.print(page);
    out.flush();
    return code;
  }

  /** The commit of the programs that are launched now, then those of other checkouts. */
  private String commit() {
    return Stream.concat(
            Stream.of(commit(plan.root())),
            plan.design().cells().stream()
                .flatMap(cell -> Setting.checkout(cell).stream())
                .distinct()
                .map(checkout -> "%s of %s".formatted(commit(checkout), checkout)))
        .collect(Collectors.joining(", "));
  }

  private static String commit(Path checkout) {
    return tool("git", "-C", checkout.toString(), "rev-parse", "--short", "HEAD");
  }

  private Map<String, String> machine() throws IOException {
    Map<String, String> machine = new LinkedHashMap<>();
    Runtime runtime = Runtime.getRuntime();
    List<String> commits = directory.commits();
    machine.put("commit", commits.isEmpty() ? UNKNOWN : String.join(", ", commits));
    machine.put(
        "kernel",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + ", "
            + System.getProperty("os.arch"));
    machine.put("CPUs", Integer.toString(runtime.availableProcessors()));
    double mib = HostUsage.memoryMib();
    machine.put(
        "memory", mib > 0 ? String.format(Locale.ROOT, "%.1f GiB", mib / MIB_PER_GIB) : UNKNOWN);
    machine.put(
        "JVM", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    return machine;
  }

  private static String tool(String... words) {
    try {
      return Tool.run(words).strip();
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  /** Shows a bar with the time left on a terminal, and a line for each launch elsewhere. */
  private final class Progress implements AutoCloseable {
    private final ProgressBar bar;
    private final int all;
    private int done;
    private int doneBefore;
    private long start;

    private Progress(int all, int done) {
      this.all = all;
      this.done = done;
      bar = isTerminal() ? bar(all, done) : null;
    }

    /** Whether stderr is a terminal; {@code System.console()} tells of stdin and stdout only. */
    private static boolean isTerminal() {
      try {
        return Path.of("/proc/self/fd/2").toRealPath().startsWith("/dev/pts");
      } catch (IOException e) {
        return false;
      }
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
    private void begin() {
      doneBefore = done;
      start = System.nanoTime();
    }

    private void ended(Launch launch) {
      done++;
      Duration spent = Duration.ofNanos(System.nanoTime() - start);
      String cell = plan.design().label(launch.slot().cell());
      String result =
          launch.value(Metric.PRIMARY).isPresent()
              ? String.format(
                  Locale.ROOT, "%.0f lines/s", launch.value(Metric.PRIMARY).getAsDouble())
              : launch.status().name();
      if (bar != null) {
        bar.setExtraMessage(" " + cell + ": " + result);
        bar.step();
      } else {
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
}
