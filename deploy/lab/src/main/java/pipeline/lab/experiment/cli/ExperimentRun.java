package pipeline.lab.experiment.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.report.DataFiles;
import pipeline.lab.experiment.report.ExperimentReport;
import pipeline.lab.experiment.report.Results;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.LaunchFile;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.run.DesignUnderTest;
import pipeline.lab.experiment.run.Runner;
import pipeline.lab.experiment.run.Setting;
import pipeline.rig.Jars;
import pipeline.rig.machine.HostUsage;
import pipeline.testkit.process.Tool;

/**
 * One call of the command: launches what is missing, then writes all outputs.
 *
 * @param command as it can be pasted into a shell
 * @param wide whether the table that is printed has all columns
 */
record ExperimentRun(Plan plan, OutDirectory directory, String command, boolean wide) {
  /** The exit code after Ctrl-C. */
  static final int INTERRUPTED = 130;

  /** The fewest failures in a row that end the run: with one or two cells, fewer may be chance. */
  private static final int LEAST_FAILURES = 3;

  private static final String UNKNOWN = "unknown";
  private static final double MIB_PER_GIB = 1024;

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
   * @param out gets the page
   * @return the exit code
   */
  int perform(Main.RunnerSource source, PrintWriter out, PrintWriter err) throws IOException {
    int code = launch(source, err);
    Results results = results();
    if (results.launches().isEmpty()) {
      return code;
    }
    String page = ExperimentReport.markdown(results, wide);
    Files.writeString(directory.file("experiment.md"), page);
    Files.writeString(directory.file("experiment.html"), ExperimentReport.html(results));
    DataFiles.writeCells(results, directory.file("cells.csv"));
    DataFiles.writeJson(results, directory.file("experiment.json"));
    out.print(page);
    out.flush();
    return code;
  }

  private int launch(Main.RunnerSource source, PrintWriter err) throws IOException {
    List<Slot> slots = plan.slots();
    if (file().read().size() == slots.size()) {
      return 0;
    }
    try (Runner runner = source.start(plan, directory.file("logs"))) {
      directory.note(OutDirectory.BROKER, runner.about());
      directory.note(OutDirectory.COMMITS, commit());
      launch(slots, runner, err);
      return 0;
    } catch (InterruptedException e) {
      return INTERRUPTED;
    } catch (IOException e) {
      err.println("experiment: " + e.getMessage());
      return 1;
    }
  }

  /**
   * Makes the launches that the file does not have. Each is written down when it has ended, so that
   * another run goes on where this one was interrupted.
   *
   * <p>A cell that this machine or its broker does not allow fails whenever its turn comes, the
   * base twice a block, and the others go on. When launches of every cell have failed without one
   * between them that has not, nothing works, and it ends.
   */
  private void launch(List<Slot> slots, Runner runner, PrintWriter err)
      throws IOException, InterruptedException {
    LaunchFile file = file();
    int before = file.read().size();
    long start = System.nanoTime();
    List<Cell> failed = new ArrayList<>();
    for (int done = before; done < slots.size(); done++) {
      Launch launch = runner.launch(slots.get(done));
      if (Thread.interrupted()) {
        // the launch may have failed because of the interrupt
        throw new InterruptedException();
      }
      file.append(launch);
      err.println(line(launch, done + 1, done + 1 - before, start));
      if (launch.isMeasured()) {
        failed.clear();
      } else {
        failed.add(launch.slot().cell());
      }
      if (failed.size() >= LEAST_FAILURES && failed.containsAll(plan.design().cells())) {
        throw new IOException(failed.size() + " launches in a row have failed: " + launch.note());
      }
    }
  }

  /**
   * The line about a launch that has ended, with the time left.
   *
   * @param number of launches in the file
   * @param made of them since {@code start}, a {@code nanoTime}
   */
  private String line(Launch launch, int number, int made, long start) {
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
            Plan.left(Duration.ofNanos(System.nanoTime() - start), made, plan.launches() - number));
  }

  private LaunchFile file() {
    return new LaunchFile(directory.file("experiment.csv"), plan.design().factors(), plan.slots());
  }

  /** The results of the experiment in the directory, so far. */
  Results results() throws IOException {
    return new Results(
        command,
        plan.design(),
        plan.seed(),
        plan.rounds(),
        plan.margin(),
        plan.warmUp(),
        machine(),
        file().read());
  }

  /** The commit of the programs that are launched now, then those of other checkouts. */
  private String commit() {
    return Stream.concat(
            Stream.of(commit(plan.root())),
            plan.design().cells().stream()
                .flatMap(cell -> DesignUnderTest.checkout(cell).stream())
                .distinct()
                .map(checkout -> "%s of %s".formatted(commit(checkout), checkout)))
        .collect(Collectors.joining(", "));
  }

  private static String commit(Path checkout) {
    try {
      return Tool.run("git", "-C", checkout.toString(), "rev-parse", "--short", "HEAD").strip();
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private Map<String, String> machine() throws IOException {
    Map<String, String> machine = new LinkedHashMap<>();
    List<String> commits = directory.notes(OutDirectory.COMMITS);
    machine.put("commit", commits.isEmpty() ? UNKNOWN : String.join(", ", commits));
    machine.put(
        "kernel",
        "%s %s, %s"
            .formatted(
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch")));
    machine.put("CPUs", Integer.toString(Runtime.getRuntime().availableProcessors()));
    double mib = HostUsage.memoryMib();
    machine.put(
        "memory", mib > 0 ? String.format(Locale.ROOT, "%.1f GiB", mib / MIB_PER_GIB) : UNKNOWN);
    machine.put(
        "JVM", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    // the cost of a queue depends on its type more than on the broker's version
    List<String> types = plan.design().factor(Setting.QUEUE.spelled()).levels();
    List<String> brokers = directory.notes(OutDirectory.BROKER);
    if (!brokers.isEmpty()) {
      String all = String.join(", ", brokers);
      machine.put("broker", all + ", " + String.join(" and ", types) + " queues");
    }
    springBoot().ifPresent(version -> machine.put("Spring Boot", version));
    addInstalled(machine, "HAProxy", Setting.BALANCER, "http|tcp", "haproxy");
    addInstalled(machine, "Redis", Setting.STORE, "redis", "redis-server");
    addInstalled(machine, "wrk", Setting.LOAD, "wrk", "wrk");
    addInstalled(machine, "nginx", Setting.DESIGN, "nginx", "nginx");
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
      try {
        String version = Tool.run("dpkg-query", "-W", "-f", "${Version}", debian).strip();
        machine.put(name, version);
      } catch (IOException e) {
        machine.put(name, UNKNOWN);
      }
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
