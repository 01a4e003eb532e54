package pipeline.client.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.client.broker.BrokerHistory;
import pipeline.client.broker.BrokerSampler;
import pipeline.client.broker.BrokerStep;
import pipeline.client.broker.WatchedBroker;
import pipeline.client.input.BadInputException;
import pipeline.client.load.QueueDepth;
import pipeline.client.load.RunClock;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepResult;
import pipeline.client.report.SecondSeries.Second;
import pipeline.wire.process.Console;
import pipeline.wire.process.OutputFile;

/** The outputs of a run besides its block, as the command line asks for them. */
public final class Outputs implements AutoCloseable {
  private static final int POINTS_PER_HALVING = 5;
  private static final double NANOS_PER_MILLI = 1e6;

  private final OutputConfig config;
  private final Console console;
  private final BrokerHistory history = new BrokerHistory();
  private final List<OutputFile.Draft> drafts = new ArrayList<>();
  private final Optional<SecondSeries> seconds;
  private final Optional<ResultFeed> feed;
  private final Optional<BrokerSampler> sampler;

  private Outputs(
      OutputConfig config, RunClock clock, Console console, Optional<WatchedBroker> broker)
      throws IOException {
    this.config = config;
    this.console = console;
    List<StepListener> files = new ArrayList<>();
    Optional<IntervalLog> log = Optional.empty();
    if (config.hlog().isPresent()) {
      log = Optional.of(new IntervalLog(draft(config.hlog().get()), clock));
    }
    this.seconds = config.wantsSeconds() ? Optional.of(new SecondSeries(log)) : Optional.empty();
    seconds.ifPresent(files::add);
    log.ifPresent(files::add); // comes after the series, which hands it the seconds
    if (config.csv().isPresent()) {
      files.add(new CsvFile(draft(config.csv().get()), clock, config.linesPerRequest() > 1));
    }
    this.feed = files.isEmpty() ? Optional.empty() : Optional.of(new ResultFeed(files));
    this.sampler = broker.map(source -> new BrokerSampler(source, history, clock.nanoClock()));
  }

  private OutputFile.Draft draft(OutputFile file) throws IOException {
    OutputFile.Draft draft = file.open();
    drafts.add(draft);
    return draft;
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
    Optional<WatchedBroker> broker = Optional.empty();
    if (config.broker().isPresent() || config.report().isPresent()) {
      broker = WatchedBroker.find(config.broker(), env, config.queue());
    }
    try {
      Outputs outputs = new Outputs(config, clock, console, broker);
      outputs.startSampler();
      return outputs;
    } catch (IOException e) {
      throw new BadInputException("an output cannot be written: " + Console.reason(e));
    }
  }

  private void startSampler() {
    sampler.ifPresent(BrokerSampler::start);
    if (sampler.isPresent() && history.source().isEmpty()) {
      console.tell("the broker is not captured yet: " + history.failure().orElse("no answer"));
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

  /** The broker's figures of each step up to now; empty if it is not watched or does not answer. */
  public List<BrokerStep> brokerSteps(List<StepResult> steps) {
    return history.bySteps(steps);
  }

  /**
   * Writes the files that need the whole run, and checks the expectations.
   *
   * @return whether everything was written and the run met all that was expected of it
   */
  public boolean finish(RunRecord run) {
    close();
    return write(
        config,
        console,
        run,
        seconds.map(SecondSeries::seconds).orElse(List.of()),
        sampler.map(open -> history),
        feed.map(ResultFeed::failures).orElse(List.of()));
  }

  /**
   * Writes the result of a fleet.
   *
   * @return whether everything was written and the run met all that was expected of it
   */
  public static boolean write(OutputConfig config, MergedResult merged, Console console) {
    return write(config, console, merged.run(), merged.seconds(), Optional.empty(), List.of());
  }

  private static boolean write(
      OutputConfig config,
      Console console,
      RunRecord run,
      List<Second> series,
      Optional<BrokerHistory> broker,
      List<String> failed) {
    List<Expectation.Check> checks = new ArrayList<>();
    for (StepResult step : run.steps()) {
      config.expectations().forEach(e -> checks.add(e.check(step.label(), step.stats())));
    }
    ResultJson result = new ResultJson(run, series, checks, config.queue(), broker);
    List<String> failures = new ArrayList<>(failed);
    writePercentiles(config.hgrm(), run.steps(), failures);
    config.json().ifPresent(file -> write(file, result::write, failures));
    config.report().ifPresent(file -> write(file, result::writePage, failures));
    checks.stream().filter(check -> !check.met()).forEach(check -> console.tell(check.toString()));
    failures.forEach(console::tell);
    return failures.isEmpty() && checks.stream().allMatch(Expectation.Check::met);
  }

  /** Writes HdrHistogram's percentile distribution of each step, in milliseconds. */
  private static void writePercentiles(
      List<OutputFile> files, List<StepResult> steps, List<String> failures) {
    if (files.size() == 1) {
      write(files.get(0), out -> steps.forEach(step -> writePercentiles(step, out)), failures);
      return;
    }
    for (int i = 0; i < Math.min(files.size(), steps.size()); i++) {
      StepResult step = steps.get(i);
      write(files.get(i), out -> writePercentiles(step, out), failures);
    }
  }

  /**
   * Writes one step's percentile distribution. A failure shows in {@code out}: a print stream
   * throws none.
   */
  private static void writePercentiles(StepResult step, OutputStream out) {
    PrintStream printer = new PrintStream(out, false, StandardCharsets.US_ASCII);
    step.stats()
        .successes()
        .histogram()
        .outputPercentileDistribution(printer, POINTS_PER_HALVING, NANOS_PER_MILLI);
    printer.flush();
  }

  private static void write(OutputFile file, OutputFile.Content document, List<String> failures) {
    try {
      file.write(document);
    } catch (IOException e) {
      failures.add(file + " cannot be written: " + Console.reason(e));
    }
  }

  /** Ends the threads; what was handed over is still written. May be called again. */
  @Override
  public void close() {
    sampler.ifPresent(BrokerSampler::close);
    feed.ifPresent(ResultFeed::close);
    discardUnfinished();
  }

  /** Closes all drafts, which discards each one that was not committed because its file failed. */
  private void discardUnfinished() {
    for (OutputFile.Draft draft : drafts) {
      try {
        draft.close();
      } catch (IOException e) {
        console.tell(draft + " cannot be closed: " + Console.reason(e));
      }
    }
    drafts.clear();
  }
}
