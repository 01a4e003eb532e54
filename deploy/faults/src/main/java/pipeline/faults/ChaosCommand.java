package pipeline.faults;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import pipeline.faults.plan.FaultCatalogue;
import pipeline.faults.plan.FaultPlan;
import pipeline.faults.run.Campaign;
import pipeline.faults.run.Control;
import pipeline.faults.run.SeededRuns;
import pipeline.faults.system.PipelineUnderTest;
import pipeline.faults.system.RunInput;
import pipeline.hooks.CrashPoint;
import pipeline.rig.Jars;
import pipeline.wire.identity.Partitions;
import pipeline.wire.process.Build;
import pipeline.wire.process.CommandLines;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/** The command line of the fault runs and controls. */
@Command(
    name = "deploy/chaos",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Kills, stops, cuts and starves a private pipeline by a seed, and checks after each run that"
          + " the counts equal those of coreutils byte for byte.",
      "Exit code 0: every run was exact, and every planned fault happened."
    })
final class ChaosCommand implements Callable<Integer> {
  private static final int MIN_LINES = 200;
  private static final int MAX_FREEZE = 600;
  private static final String MIXED = "mixed";

  @Spec private CommandSpec spec;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "20",
      description = "Number of runs (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "Seed of the first run (default: ${DEFAULT-VALUE}); each further run has the next one."
              + " The same seed gives the same plan.")
  private long seed;

  @Option(
      names = "--fault",
      paramLabel = "NAME",
      split = ",",
      description =
          "Only these faults, in turn; listed below. With --controls, only these controls.")
  private List<String> faults = List.of();

  @Option(
      names = "--lines",
      paramLabel = "N",
      defaultValue = "3000",
      description = {
        "Lines, rides or swipes in a run (default: ${DEFAULT-VALUE}). A run with large requests has"
            + " more, or it would be over before its faults."
      })
  private int lines;

  @Option(
      names = "--lines-per-request",
      paramLabel = "K",
      defaultValue = MIXED,
      description = {
        "Lines, rides or swipes in each request: a number, or mixed: 1, 7 or 100, drawn by the"
            + " run's seed (default: ${DEFAULT-VALUE}). With --controls always 1."
      })
  private String linesPerRequest;

  @Option(
      names = "--partitions",
      paramLabel = "P",
      defaultValue = "1",
      description =
          "Queues that share the lines, up to 64 (default: ${DEFAULT-VALUE}). With"
              + " more than one, mixed is 700 or 1000 lines a request, so that some go to two.")
  private int partitions;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      description =
          "wordcount, lift-rides, swipe-counts or swipe-matches (default: ${DEFAULT-VALUE}).")
  private String workload = Workload.Counter.WORDCOUNT.spelled();

  @Option(
      names = "--store",
      paramLabel = "NAME",
      defaultValue = "file",
      description =
          "Where the consumer keeps the counts: file, or redis, with a Redis for each job (default:"
              + " ${DEFAULT-VALUE}).")
  private String store;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of runs at a time, each with a broker of its own (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Option(
      names = "--freeze",
      paramLabel = "SECONDS",
      defaultValue = "22",
      description =
          "How long the stop-* faults last (default: ${DEFAULT-VALUE}, longer than two heartbeats"
              + " of 10 s).")
  private int freezeSeconds;

  @Option(
      names = "--points",
      description = "Instead: every crash point, at its hits 1, 2, 100 and last.")
  private boolean points;

  @Option(
      names = "--controls",
      description =
          "Instead: the pipeline made unsafe in fifteen ways, each of which must be caught.")
  private boolean controls;

  @Option(
      names = "--quick",
      description = "Instead: a small, fixed set of all of these, as deploy/test runs it.")
  private boolean quick;

  @Option(
      names = {"-q", "--quiet"},
      description = "Only what is not as it should be, and the last line.")
  private boolean quiet;

  @Option(
      names = "--root",
      hidden = true,
      defaultValue = "${env:PIPELINE_ROOT:-.}",
      description = "The checkout with the built jars.")
  private Path root;

  static CommandLine commandLine() {
    CommandLine line =
        CommandLines.coloured(
            new CommandLine(new ChaosCommand()).addSubcommand(new ProxyCommand()));
    line.getCommandSpec().version(Build.current().line("faults.jar"));
    line.getCommandSpec()
        .usageMessage()
        .footerHeading("%nFaults:%n")
        .footer(
            String.join(" ", FaultCatalogue.allNames()),
            "crash:POINT:HIT, where HIT is 1, 2, 100 or last, and POINT one of",
            points("pub."),
            points("con."),
            points("ckpt."));
    return line;
  }

  /** The crash points of a program in one line, since the usage text breaks long ones at dots. */
  private static String points(String prefix) {
    return Arrays.stream(CrashPoint.values())
        .map(CrashPoint::toString)
        .filter(name -> name.startsWith(prefix))
        .collect(joining(" ", "  ", ""));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    require(
        runs >= 1
            && jobs >= 1
            && lines >= MIN_LINES
            && freezeSeconds >= 1
            && freezeSeconds <= MAX_FREEZE
            && partitions >= 1
            && partitions <= Partitions.MAX,
        ("--runs and --jobs must be at least 1, --lines at least %s, --freeze from 1 to %s,"
                + " --partitions from 1 to %s")
            .formatted(MIN_LINES, MAX_FREEZE, Partitions.MAX));
    RunInput input = input();
    SeededRuns seeded;
    List<Control> tried;
    try {
      seeded = seeded(new FaultCatalogue(freezeSeconds * 1_000, input));
      tried = quick ? Control.named(Control.QUICK) : controls ? Control.named(faults) : List.of();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    List<Campaign.Task> tasks = new ArrayList<>(seeded.tasks());
    AtomicInteger caught = new AtomicInteger();
    for (Control control : tried) {
      tasks.add(worker -> caught.addAndGet(control.isCaught(worker) ? 1 : 0));
    }
    PrintWriter out = spec.commandLine().getOut();
    try (Jars jars = Jars.copiedFrom(root, PipelineUnderTest.MODULES)) {
      new Campaign(root, jars, out, input, jobs, quiet).perform(tasks);
    }
    if (!seeded.tasks().isEmpty()) {
      out.println(seeded.line());
    }
    if (!tried.isEmpty()) {
      out.println("controls: caught=" + caught + " of " + tried.size());
    }
    return seeded.areExact() && caught.get() == tried.size() ? 0 : 1;
  }

  private void require(boolean good, String otherwise) {
    if (!good) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }

  private RunInput input() {
    Optional<Workload.Counter> counter = Settings.constant(Workload.Counter.class, workload);
    require(
        counter.isPresent() && List.of("file", "redis").contains(store),
        "--workload must be one of "
            + Settings.spelled(Workload.Counter.class, ", ")
            + ", --store must be file or redis");
    RunInput input = new RunInput(counter.get(), lines, 1, store.equals("redis"));
    require(
        !(quick || controls) || (input.isText() && !input.redis() && partitions == 1),
        "--quick and --controls take no --store redis, --partitions or other --workload");
    return input;
  }

  private UnaryOperator<FaultPlan> withLinesPerRequest() {
    if (linesPerRequest.equals(MIXED)) {
      return FaultPlan::mixed;
    }
    require(
        linesPerRequest.matches("[1-9][0-9]{0,3}"),
        "--lines-per-request is '%s', but must be from 1 to 9999, or mixed"
            .formatted(linesPerRequest));
    int number = Integer.parseInt(linesPerRequest);
    return plan -> plan.withLinesPerRequest(number);
  }

  private SeededRuns seeded(FaultCatalogue catalogue) {
    UnaryOperator<FaultPlan> lines = withLinesPerRequest();
    UnaryOperator<FaultPlan> sized = plan -> lines.apply(plan.withPartitions(partitions));
    if (!quick && !points && !controls && faults.isEmpty()) {
      return SeededRuns.drawn(runs, seed, catalogue, sized);
    }
    List<String> names =
        quick
            ? FaultCatalogue.QUICK
            : points
                ? catalogue.crashNames()
                : controls
                    ? List.of()
                    : IntStream.range(0, runs)
                        .mapToObj(i -> faults.get(i % faults.size()))
                        .toList();
    return SeededRuns.named(names, seed, catalogue, sized);
  }
}
