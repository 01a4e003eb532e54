package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.apache.commons.lang3.SystemUtils;
import pipeline.client.report.RunStory;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.lab.experiment.analysis.Design.Slot;
import pipeline.lab.experiment.analysis.Launch;
import pipeline.lab.experiment.analysis.Metric;
import pipeline.lab.experiment.report.DataFiles;
import pipeline.lab.experiment.report.ExperimentReport;
import pipeline.lab.experiment.report.Results;
import pipeline.lab.experiment.run.DesignUnderTest;
import pipeline.lab.experiment.run.Plan;
import pipeline.lab.experiment.run.Runner;
import pipeline.lab.experiment.run.Setting;
import pipeline.rig.Jars;
import pipeline.rig.machine.HostUsage;
import pipeline.testkit.process.Tool;

/**
 * One call of the command: makes the launches, then writes all outputs.
 *
 * @param directory of the outputs
 * @param command as it can be pasted into a shell
 * @param wide whether the table that is printed has all columns
 */
record ExperimentRun(Plan plan, Path directory, String command, boolean wide) {
  /** The exit code after Ctrl-C. */
  static final int INTERRUPTED = 130;

  /** The fewest failures in a row that end the run: with one or two cells, fewer may be chance. */
  private static final int LEAST_FAILURES = 3;

  private static final String UNKNOWN = "unknown";
  private static final double MIB_PER_GIB = 1024;

  /**
   * How a call ended.
   *
   * @param code the exit code
   * @param results of the launches that were made
   */
  record Outcome(int code, Results results) {}

  /** The command line for these arguments, quoted for a shell. */
  static String command(List<String> arguments) {
    return RunStory.command("deploy/experiment", arguments);
  }

  /**
   * Makes the launches; what was measured is written in any case.
   *
   * @param out gets the page
   */
  Outcome perform(Main.RunnerSource source, PrintWriter out, PrintWriter err) throws IOException {
    List<Launch> launches = new ArrayList<>();
    String broker = "";
    int code = 0;
    try (Runner runner = source.start(plan, directory.resolve("logs"))) {
      broker = runner.about();
      launch(runner, launches, err);
    } catch (InterruptedException e) {
      err.println("experiment: interrupted");
      code = INTERRUPTED;
    } catch (IOException e) {
      err.println("experiment: " + e.getMessage());
      code = 1;
    }
    Results results =
        new Results(
            command,
            plan.design(),
            plan.seed(),
            plan.rounds(),
            plan.margin(),
            plan.warmUp(),
            machine(broker),
            launches);
    if (!launches.isEmpty()) {
      write(results, out);
    }
    return new Outcome(code, results);
  }

  private void write(Results results, PrintWriter out) throws IOException {
    String page = ExperimentReport.markdown(results, wide);
    Files.writeString(directory.resolve("experiment.md"), page);
    Files.writeString(directory.resolve("experiment.html"), ExperimentReport.html(results));
    DataFiles.writeCells(results, directory.resolve("cells.csv"));
    DataFiles.writeJson(results, directory.resolve("experiment.json"));
    out.print(page);
    out.flush();
  }

  /**
   * Makes the launches, each of which is written down when it has ended.
   *
   * <p>A cell that this machine or its broker does not allow fails whenever its turn comes, the
   * base twice a block, and the others go on. When launches of every cell have failed without one
   * between them that has not, nothing works, and it ends.
   *
   * @param made gets each launch
   */
  private void launch(Runner runner, List<Launch> made, PrintWriter err)
      throws IOException, InterruptedException {
    Path file = directory.resolve("experiment.csv");
    long start = System.nanoTime();
    List<Cell> failed = new ArrayList<>();
    for (Slot slot : plan.slots()) {
      Launch launch = runner.launch(slot);
      if (Thread.interrupted()) {
        // the launch may have failed because of the interrupt
        throw new InterruptedException();
      }
      DataFiles.append(file, plan.design().factors(), launch);
      made.add(launch);
      err.println(line(launch, made.size(), start));
      if (launch.isMeasured()) {
        failed.clear();
      } else {
        failed.add(slot.cell());
      }
      if (failed.size() >= LEAST_FAILURES && failed.containsAll(plan.design().cells())) {
        throw new IOException(failed.size() + " launches in a row have failed: " + launch.note());
      }
    }
  }

  /**
   * The line about a launch that has ended, with the time left.
   *
   * @param number of launches since {@code start}, a {@code nanoTime}
   */
  private String line(Launch launch, int number, long start) {
    OptionalDouble rate = launch.value(Metric.PRIMARY);
    return "launch %s of %s, %s: %s%s; %s"
        .formatted(
            number,
            plan.launches(),
            plan.design().label(launch.slot().cell()),
            rate.isPresent()
                ? String.format(Locale.ROOT, "%,.0f lines/s", rate.getAsDouble())
                : launch.status().name(),
            launch.note().isEmpty() ? "" : "; " + launch.note(),
            Plan.left(
                Duration.ofNanos(System.nanoTime() - start), number, plan.launches() - number));
  }

  /** The commit of the programs that are launched, then those of other checkouts. */
  private String commit() {
    Set<String> commits = new LinkedHashSet<>(List.of(commit(plan.root())));
    for (Cell cell : plan.design().cells()) {
      DesignUnderTest.checkout(cell)
          .ifPresent(other -> commits.add("%s of %s".formatted(commit(other), other)));
    }
    return String.join(", ", commits);
  }

  private static String commit(Path checkout) {
    return said("git", "-C", checkout.toString(), "rev-parse", "--short", "HEAD");
  }

  private static String said(String... command) {
    try {
      return Tool.run(command).strip();
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private Map<String, String> machine(String broker) throws IOException {
    Map<String, String> machine = new LinkedHashMap<>();
    machine.put("commit", commit());
    machine.put(
        "kernel", SystemUtils.OS_NAME + " " + SystemUtils.OS_VERSION + ", " + SystemUtils.OS_ARCH);
    machine.put("CPUs", Integer.toString(Runtime.getRuntime().availableProcessors()));
    double mib = HostUsage.memoryMib();
    machine.put(
        "memory", mib > 0 ? String.format(Locale.ROOT, "%.1f GiB", mib / MIB_PER_GIB) : UNKNOWN);
    machine.put("JVM", SystemUtils.JAVA_VM_NAME + " " + SystemUtils.JAVA_VM_VERSION);
    // the cost of a queue depends on its type more than on the broker's version
    List<String> types = plan.design().factor(Setting.QUEUE.spelled()).levels();
    machine.put("broker", broker + ", " + String.join(" and ", types) + " queues");
    springBoot().ifPresent(version -> machine.put("Spring Boot", version));
    addInstalled(machine, "HAProxy", Setting.BALANCER, "http|tcp", "haproxy");
    addInstalled(machine, "Redis", Setting.STORE, "redis", "redis-server");
    addInstalled(machine, "wrk", Setting.LOAD, "wrk", "wrk");
    return machine;
  }

  private boolean uses(Setting setting, String level) {
    return plan.design().factor(setting.spelled()).levels().stream()
        .anyMatch(each -> each.matches(level));
  }

  /** Adds the version of a package of Debian, if a setting has a level that uses it. */
  private void addInstalled(
      Map<String, String> machine, String name, Setting setting, String level, String debian) {
    if (uses(setting, level)) {
      machine.put(name, said("dpkg-query", "-W", "-f", "${Version}", debian));
    }
  }

  /** The version of Spring Boot, where a design is built on it. */
  private Optional<String> springBoot() throws IOException {
    Path jar = Jars.builtIn(plan.root()).of("deploy/peers-spring");
    if (!uses(Setting.DESIGN, "spring.*") || !Files.exists(jar)) {
      return Optional.empty();
    }
    try (JarFile file = new JarFile(jar.toFile())) {
      Attributes attributes = file.getManifest().getMainAttributes();
      return Optional.ofNullable(attributes.getValue("Spring-Boot-Version"));
    }
  }
}
