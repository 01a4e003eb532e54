package pipeline.client.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.client.broker.BrokerHistory;
import pipeline.client.broker.BrokerSampler;
import pipeline.client.broker.BrokerSources;
import pipeline.client.broker.BrokerStep;
import pipeline.client.broker.FirstAnswering;
import pipeline.client.input.BadInputException;
import pipeline.client.load.QueueDepth;
import pipeline.client.load.RunClock;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.client.stats.LatencyStats;

/** Everything a run writes besides its block, as the command line asks for it. */
public final class Outputs implements AutoCloseable {
  private final OutputConfig config;
  private final RunClock clock;
  private final Console console;
  private final SecondSeries seconds = new SecondSeries();
  private final BrokerHistory history = new BrokerHistory();
  private final List<Long> stepStarts = new ArrayList<>();
  private final Optional<ResultFeed> feed;
  private final Optional<BrokerSampler> sampler;

  private Outputs(
      OutputConfig config, RunClock clock, Console console, Optional<FirstAnswering> broker)
      throws IOException {
    this.config = config;
    this.clock = clock;
    this.console = console;
    this.feed = openFeed();
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

  private Optional<ResultFeed> openFeed() throws IOException {
    List<ResultSink> sinks = new ArrayList<>();
    if (config.wantsSeconds()) {
      sinks.add(new SecondSplitter(List.of(seconds)));
    }
    if (config.csv().isPresent()) {
      sinks.add(new CsvFile(config.csv().get(), clock));
    }
    if (config.hlog().isPresent()) {
      sinks.add(new IntervalLog(config.hlog().get(), clock));
    }
    return sinks.isEmpty() ? Optional.empty() : Optional.of(new ResultFeed(sinks));
  }

  private void startSampler() {
    sampler.ifPresent(BrokerSampler::start);
    if (sampler.isPresent() && history.source().isEmpty()) {
      warn("the broker is not captured yet: " + history.failure().orElse("no answer"));
    }
  }

  /** Who must be told of every step. */
  public List<StepListener> listeners() {
    List<StepListener> listeners = new ArrayList<>();
    listeners.add(
        new StepListener() {
          @Override
          public void stepStarted(StepPlan plan, long startNanos) {
            stepStarts.add(startNanos);
          }
        });
    feed.ifPresent(listeners::add);
    return listeners;
  }

  /** The queue between server and consumer, if it can be looked at. */
  public Optional<QueueDepth> queueDepth() {
    return sampler.map(QueueDepth.class::cast);
  }

  /** What the broker told of each step up to now; empty if it is not watched or does not answer. */
  public List<BrokerStep> brokerSteps(List<StepResult> steps) {
    return history.bySteps(steps, stepStarts);
  }

  /**
   * Writes what is written at the end of a run.
   *
   * @return whether everything was written and the run met all that was expected of it
   */
  public boolean finish(RunRecord run) {
    close();
    List<Expectation.Verdict> verdicts = judge(run);
    RunSnapshot snapshot = snapshot(run, verdicts);
    List<String> failures = new ArrayList<>(feed.map(ResultFeed::failures).orElse(List.of()));
    config.hgrm().ifPresent(file -> writePercentiles(file, run.steps(), failures));
    config.json().ifPresent(file -> write(file, out -> ResultJson.write(snapshot, out), failures));
    config
        .report()
        .ifPresent(file -> write(file, out -> HtmlReport.write(snapshot, out), failures));
    verdicts.stream().filter(verdict -> !verdict.met()).forEach(v -> warn(v.toString()));
    failures.forEach(this::warn);
    return failures.isEmpty() && verdicts.stream().allMatch(Expectation.Verdict::met);
  }

  private List<Expectation.Verdict> judge(RunRecord run) {
    return run.steps().stream()
        .flatMap(
            step -> config.expectations().stream().map(e -> e.judge(step.label(), step.stats())))
        .toList();
  }

  private RunSnapshot snapshot(RunRecord run, List<Expectation.Verdict> verdicts) {
    long origin = stepStarts.isEmpty() ? clock.originNanos() : stepStarts.get(0);
    return new RunSnapshot(
        run,
        origin,
        List.copyOf(stepStarts),
        seconds.points(),
        verdicts,
        config.queue(),
        sampler.map(open -> history));
  }

  private static void writePercentiles(Path file, List<StepResult> steps, List<String> failures) {
    for (int i = 0; i < steps.size(); i++) {
      LatencyStats latencies = steps.get(i).stats().successes();
      Path ofStep = PercentileFile.pathOf(file, i + 1);
      write(ofStep, out -> PercentileFile.write(latencies, out), failures);
    }
  }

  private static void write(Path file, Document document, List<String> failures) {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      document.writeTo(out);
    } catch (IOException e) {
      failures.add(file + " is incomplete: " + e.getMessage());
    }
  }

  private void warn(String text) {
    console.err().println("client: " + text);
  }

  /** Ends the threads; what was handed over is still written. May be called again. */
  @Override
  public void close() {
    sampler.ifPresent(BrokerSampler::close);
    feed.ifPresent(ResultFeed::close);
  }

  private interface Document {
    void writeTo(OutputStream out) throws IOException;
  }
}
