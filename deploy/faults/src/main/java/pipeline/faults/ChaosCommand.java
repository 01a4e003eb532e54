package pipeline.faults;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import pipeline.faults.run.Campaign;
import pipeline.faults.run.Control;
import pipeline.faults.run.FaultCatalogue;
import pipeline.faults.run.FaultPlan;
import pipeline.faults.run.RunInput;
import pipeline.faults.run.SeededRuns;
import pipeline.rig.Jars;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.FaultProxy;
import pipeline.testkit.proxy.Flow;
import pipeline.wire.identity.Partitions;
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
  private static final int MAX_PORT = 65_535;
  private static final int MAX_DELAY = 10_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Number of runs (default: ${DEFAULT-VALUE}).")
  private int runs = 20;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "Seed of the first run (default: ${DEFAULT-VALUE}); each further run has the next one."
              + " The same seed gives the same plan.")
  private long seed = 1;

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
      description = {
        "Lines, rides or swipes in a run (default: ${DEFAULT-VALUE}). A request has 1, 7 or 100, as"
            + " the run's seed says; with controls 1. A run with large requests, or"
            + " with a crash at hit 100, has more lines, or it would be over before its faults."
      })
  private int lines = 3_000;

  @Option(
      names = "--partitions",
      paramLabel = "P",
      description =
          "Queues that share the lines, up to 64 (default: ${DEFAULT-VALUE}). With"
              + " more than one, requests have 700 or 1000 lines, so that some go to two.")
  private int partitions = 1;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      description =
          "wordcount, lift-rides, swipe-counts or swipe-matches (default: ${DEFAULT-VALUE}).")
  private String workload = Workload.Counter.WORDCOUNT.spelled();

  @Option(
      names = "--store",
      paramLabel = "NAME",
      description =
          "Where the consumer keeps the counts: file, or redis, with a Redis for each job (default:"
              + " ${DEFAULT-VALUE}).")
  private String store = "file";

  @Option(
      names = "--taskmanagers",
      paramLabel = "K",
      description = "Instead of a consumer a Flink cluster counts, with so many TaskManagers.")
  private int taskManagers;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Number of runs at a time, each with a broker of its own (default: ${DEFAULT-VALUE}).")
  private int jobs = 1;

  @Option(
      names = "--points",
      description = "Instead: every crash point, at its hits 1, 2, 100 and last.")
  private boolean points;

  @Option(
      names = "--controls",
      description =
          "Instead: the pipeline made unsafe in fifteen ways, with --taskmanagers in two, each of"
              + " which must be caught.")
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

  @Override
  public Integer call() throws IOException, InterruptedException {
    require(
        runs >= 1
            && jobs >= 1
            && lines >= MIN_LINES
            && partitions >= 1
            && partitions <= Partitions.MAX,
        "--runs and --jobs must be at least 1, --lines at least %s, --partitions from 1 to %s"
            .formatted(MIN_LINES, Partitions.MAX));
    RunInput input = input();
    SeededRuns seeded;
    List<Control> tried;
    try {
      seeded = seeded(new FaultCatalogue(input));
      List<String> names = quick ? Control.QUICK : faults;
      tried = quick || controls ? Control.named(names, input.isFlink()) : List.of();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    List<Campaign.Task> tasks = new ArrayList<>(seeded.tasks());
    AtomicInteger caught = new AtomicInteger();
    for (Control control : tried) {
      tasks.add(worker -> caught.addAndGet(control.isCaught(worker) ? 1 : 0));
    }
    PrintWriter out = spec.commandLine().getOut();
    try (Jars jars = Jars.copiedFrom(root, input.modules())) {
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

  /** Makes two programs on the loopback far from each other, until it is ended. */
  @Command(
      name = "proxy",
      mixinStandardHelpOptions = true,
      description = "Carries connections from a free port of the loopback to PORT, with a delay.")
  int proxy(
      @Parameters(paramLabel = "PORT", description = "A port of the loopback.") int port,
      @Option(
              names = "--delay",
              paramLabel = "MILLIS",
              defaultValue = "0",
              description = "One-way delay: a round trip takes twice as long. 0 to 10000.")
          int millis)
      throws IOException, InterruptedException {
    require(
        port >= 1 && port <= MAX_PORT,
        "PORT is %s, but must be from 1 to %s".formatted(port, MAX_PORT));
    require(
        millis >= 0 && millis <= MAX_DELAY,
        "--delay is %s, but must be from 0 to %s".formatted(millis, MAX_DELAY));
    try (FaultProxy proxy = new FaultProxy("proxy", port)) {
      Flow slow = Flow.delayed(Duration.ofMillis(millis), Duration.ZERO);
      proxy.set(Direction.THERE, slow);
      proxy.set(Direction.BACK, slow);
      spec.commandLine().getOut().println("proxy: listening on port " + proxy.port());
      spec.commandLine().getOut().flush();
      new CountDownLatch(1).await();
      return 0;
    }
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
    RunInput input = new RunInput(counter.get(), lines, 1, store.equals("redis"), taskManagers);
    require(
        !(quick || controls) || (input.isText() && !input.redis() && partitions == 1),
        "--quick and --controls take no --store redis, --partitions or other --workload");
    require(
        taskManagers == 0 || (input.isFlink() && !quick && !points && !input.redis()),
        "--taskmanagers is a number, and takes no --quick, --points or --store redis");
    return input;
  }

  private SeededRuns seeded(FaultCatalogue catalogue) {
    UnaryOperator<FaultPlan> sized = plan -> plan.withPartitions(partitions).mixed();
    List<String> names = List.of();
    if (quick) {
      names = FaultCatalogue.QUICK;
    } else if (points) {
      names = catalogue.crashNames();
    } else if (!controls && !faults.isEmpty()) {
      names = IntStream.range(0, runs).mapToObj(i -> faults.get(i % faults.size())).toList();
    }
    return new SeededRuns(controls && !quick && !points ? 0 : runs, names, seed, catalogue, sized);
  }
}
