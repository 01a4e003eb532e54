package pipeline.client.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.function.FailableConsumer;
import pipeline.client.broker.BrokerHistory;
import pipeline.client.broker.BrokerSampler;
import pipeline.client.broker.BrokerSources;
import pipeline.client.broker.BrokerStep;
import pipeline.client.broker.FirstAnswering;
import pipeline.client.input.BadInputException;
import pipeline.client.load.QueueDepth;
import pipeline.client.load.RunClock;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyStats;
import pipeline.wire.process.Console;

/** Everything a run writes besides its block, as the command line asks for it. */
public final class Outputs implements AutoCloseable {
  private static final int POINTS_PER_HALVING = 5;
  private static final double TICKS_PER_MILLI =
      (double) TimeUnit.MILLISECONDS.toNanos(1) / LatencyStats.TICK_NANOS;

  private final OutputConfig config;
  private final Console console;
  private final BrokerHistory history = new BrokerHistory();
  private final Optional<SecondSeries> seconds;
  private final Optional<ResultFeed> feed;
  private final Optional<BrokerSampler> sampler;

  private Outputs(
      OutputConfig config, RunClock clock, Console console, Optional<FirstAnswering> broker)
      throws IOException {
    this.config = config;
    this.console = console;
    List<StepListener> files = new ArrayList<>();
    Optional<IntervalLog> log = Optional.empty();
    if (config.hlog().isPresent()) {
      log = Optional.of(new IntervalLog(config.hlog().get(), clock));
    }
    this.seconds = config.wantsSeconds() ? Optional.of(new SecondSeries(log)) : Optional.empty();
    seconds.ifPresent(files::add);
    log.ifPresent(files::add); // after the series, which hands it the seconds
    if (config.csv().isPresent()) {
      files.add(new CsvFile(config.csv().get(), clock, config.linesPerRequest() > 1));
    }
    this.feed = files.isEmpty() ? Optional.empty() : Optional.of(new ResultFeed(files));
    this.sampler = broker.map(source -> new BrokerSampler(source, history, clock.nanoClock()));
  }

  /**
   * Opens what was asked for, before anything is sent.
   *
   * @param env where the broker's address and credentials come from
   * @throws BadInputException if a file cannot be written or the environment makes no sense
   */
  public static Outputs open(
      OutputConfig config, RunClock clock, Console console, Map<String, String> env)
      throws BadInputException {
    Optional<FirstAnswering> broker = Optional.empty();
    if (config.broker().isPresent() || config.report().isPresent()) {
      broker = BrokerSources.find(config.broker(), env, config.queue(), System::currentTimeMillis);
    }
    try {
      Outputs outputs = new Outputs(config, clock, console, broker);
      outputs.startSampler();
      return outputs;
    } catch (IOException e) {
      throw new BadInputException("cannot write " + e.getMessage());
    }
  }

  private void startSampler() {
    sampler.ifPresent(BrokerSampler::start);
    if (sampler.isPresent() && history.source().isEmpty()) {
      warn("the broker is not captured yet: " + history.failure().orElse("no answer"));
    }
  }

  /** The listeners of every step. */
  public List<StepListener> listeners() {
    return feed.<List<StepListener>>map(List::of).orElse(List.of());
  }

  /** The queue between server and consumer, if it can be looked at. */
  public Optional<QueueDepth> queueDepth() {
    return sampler.map(QueueDepth.class::cast);
  }

  /** What the broker told of each step up to now; empty if it is not watched or does not answer. */
  public List<BrokerStep> brokerSteps(List<StepResult> steps) {
    return history.bySteps(steps);
  }

  /**
   * Writes what is written at the end of a run.
   *
   * @return whether everything was written and the run met all that was expected of it
   */
  public boolean finish(RunRecord run) {
    close();
    List<Expectation.Check> checks = check(run);
    ResultJson result =
        new ResultJson(
            run,
            seconds.map(SecondSeries::seconds).orElse(List.of()),
            checks,
            config.queue(),
            sampler.map(open -> history));
    List<String> failures = new ArrayList<>(feed.map(ResultFeed::failures).orElse(List.of()));
    config.hgrm().ifPresent(file -> writePercentiles(file, run.steps(), failures));
    config.json().ifPresent(file -> write(file, result::write, failures));
    config.report().ifPresent(file -> write(file, out -> HtmlReport.write(result, out), failures));
    checks.stream().filter(check -> !check.met()).forEach(check -> warn(check.toString()));
    failures.forEach(this::warn);
    return failures.isEmpty() && checks.stream().allMatch(Expectation.Check::met);
  }

  private List<Expectation.Check> check(RunRecord run) {
    return run.steps().stream()
        .flatMap(
            step -> config.expectations().stream().map(e -> e.check(step.label(), step.stats())))
        .toList();
  }

  /** HdrHistogram's percentile distribution of each step, in milliseconds. */
  private static void writePercentiles(Path file, List<StepResult> steps, List<String> failures) {
    for (int i = 0; i < steps.size(); i++) {
      LatencyStats latencies = steps.get(i).stats().successes();
      write(ofStep(file, i + 1), out -> writePercentiles(latencies, out), failures);
    }
  }

  private static void writePercentiles(LatencyStats stats, OutputStream out) throws IOException {
    PrintStream printer = new PrintStream(out, false, StandardCharsets.US_ASCII);
    stats.histogram().outputPercentileDistribution(printer, POINTS_PER_HALVING, TICKS_PER_MILLI);
    if (printer.checkError()) { // a print stream keeps its failures to itself
      throw new IOException("cannot be written (is the disk full?)");
    }
  }

  /**
   * The first step has the file as named, the ones after it their number before the extension:
   * {@code a.hgrm}, {@code a-2.hgrm}, ...
   *
   * @param step from 1
   */
  private static Path ofStep(Path file, int step) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    int end = dot > 0 ? dot : name.length();
    return step == 1
        ? file
        : file.resolveSibling(name.substring(0, end) + "-" + step + name.substring(end));
  }

  private static void write(
      Path file, FailableConsumer<OutputStream, IOException> document, List<String> failures) {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      document.accept(out);
    } catch (IOException e) {
      failures.add(file + " is incomplete: " + e.getMessage());
    }
  }

  private void warn(String text) {
    console.tell(text);
  }

  /** Ends the threads; what was handed over is still written. May be called again. */
  @Override
  public void close() {
    sampler.ifPresent(BrokerSampler::close);
    feed.ifPresent(ResultFeed::close);
  }
}
