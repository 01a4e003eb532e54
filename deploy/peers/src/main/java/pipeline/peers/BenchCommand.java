package pipeline.peers;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import pipeline.lab.system.BrokerView;

/** Measures; {@code deploy/bench} is how a person calls it. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Runs every contender in turn, prints medians, spread and ratios, writes JSON.")
final class BenchCommand implements Callable<Integer> {
  /** Those that compare settings of ours with each other take as long as all others together. */
  private static final Set<BenchName> NOT_IN_ALL =
      EnumSet.of(BenchName.all, BenchName.alternatives, BenchName.link);

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "BENCH", description = "one of ${COMPLETION-CANDIDATES}")
  private BenchName which = BenchName.all;

  @Option(names = "--root", required = true, description = "the project's folder")
  private Path root;

  @Option(names = "--file", required = true, description = "the text whose lines are posted")
  private Path text;

  @Option(names = "--amqp", required = true, description = "the broker's URL")
  private String amqp;

  @Option(names = "--broker-pid", required = true)
  private long brokerPid;

  @Option(names = "--out", required = true, description = "folder for JSON, logs and states")
  private Path out;

  @Option(names = "--rounds", defaultValue = "3", description = "(${DEFAULT-VALUE})")
  private int rounds;

  @Option(names = "--launches", defaultValue = "1", description = "(${DEFAULT-VALUE})")
  private int launches;

  @Option(names = "--warmup", defaultValue = "30", description = "seconds (${DEFAULT-VALUE})")
  private int warmup;

  @Option(names = "--seconds", defaultValue = "10", description = "measured (${DEFAULT-VALUE})")
  private int seconds;

  @Option(names = "--backlog", defaultValue = "1000000", description = "lines (${DEFAULT-VALUE})")
  private int backlog;

  @Option(names = "--consumer-threads", defaultValue = "1", description = "(${DEFAULT-VALUE})")
  private int threads;

  @Option(names = "--big", description = "growth: also the text 1000 times over")
  private boolean big;

  @Option(names = "--queue-version-1", description = "pipeline: also with queues of version 1")
  private boolean versionOne;

  @Override
  public Integer call() throws Exception {
    for (int number : new int[] {rounds, launches, warmup, seconds, backlog, threads}) {
      if (number < 1) {
        throw new ParameterException(spec.commandLine(), "every number must be 1 or more");
      }
    }
    Set<BenchName> names =
        which == BenchName.all
            ? EnumSet.complementOf(EnumSet.copyOf(NOT_IN_ALL))
            : EnumSet.of(which);
    BenchOptions options =
        new BenchOptions(
            root.toAbsolutePath().normalize(),
            text.toAbsolutePath(),
            amqp,
            brokerPid,
            rounds,
            launches,
            warmup,
            seconds,
            backlog,
            threads,
            big,
            versionOne,
            out.toAbsolutePath());
    PrintWriter err = spec.commandLine().getErr();
    Measurements measurements = new Measurements();
    try (BrokerView broker = BrokerView.connect(options.amqp())) {
      try {
        new BenchRun(options, measurements, broker, err).run(names);
      } finally {
        // what was measured before something failed is still worth having
        spec.commandLine().getOut().print(new MarkdownReport(measurements, broker.about()).text());
        spec.commandLine().getOut().flush();
        err.println("JSON: " + JsonReport.writeTo(options, broker.about(), measurements));
        err.flush();
      }
    }
    return 0;
  }
}
