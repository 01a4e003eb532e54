package pipeline.client.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import pipeline.client.broker.BrokerHistory;
import pipeline.client.broker.BrokerSampler;
import pipeline.client.broker.BrokerSource;
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
  /**
   * The outputs of a run besides the block: files, expectations, figures of the broker. Checked and
   * immutable.
   *
   * @param brokerApis nodes to ask for the broker's figures
   * @param queue the queue to watch at the broker
   * @param linesPerRequest if more than one, lines are reported beside requests
   */
  public record Config(
      Optional<OutputFile> csv,
      Optional<OutputFile> json,
      Optional<OutputFile> report,
      List<Expectation> expectations,
      List<String> brokerApis,
      String queue,
      int linesPerRequest) {

    /** Whether one of the files is standard output. */
    public boolean takesStandardOutput() {
      return Stream.of(csv, json, report)
          .flatMap(Optional::stream)
          .anyMatch(OutputFile::takesStandardOutput);
    }

    /** A command's console, whose results give way to a file that is standard output. */
    public Console console(Console terminal, boolean quiet) {
      return (takesStandardOutput() ? terminal.withoutOut() : terminal).quietIf(quiet);
    }
  }

  private final Config config;
  private final Console console;
  private final BrokerHistory history = new BrokerHistory();
  private final Optional<CsvFile> csv;
  private final Optional<SecondSeries> seconds;
  private final List<String> failures = new ArrayList<>();
  private final Optional<BrokerSampler> sampler;

  /**
   * Opens what was asked for, before anything is sent.
   *
   * @param env where the broker's address and credentials come from
   * @throws BadInputException if a file cannot be written or the environment makes no sense
   */
  public Outputs(Config config, RunClock clock, Console console, Map<String, String> env) {
    this.config = config;
    this.console = console;
    this.seconds = config.json().or(config::report).map(file -> new SecondSeries());
    boolean watched = !config.brokerApis().isEmpty() || config.report().isPresent();
    Optional<BrokerSource> broker =
        watched ? WatchedBroker.find(config.brokerApis(), env, config.queue()) : Optional.empty();
    this.csv = config.csv().map(file -> csv(file, clock));
    this.sampler = broker.map(source -> new BrokerSampler(source, history, clock.nanoClock()));
    if (sampler.isPresent() && history.source().isEmpty()) {
      console.tell("the broker is not captured yet: " + history.failure().orElse("no answer"));
    }
  }

  private CsvFile csv(OutputFile file, RunClock clock) {
    try {
      return new CsvFile(file.open(), clock, config.linesPerRequest() > 1);
    } catch (IOException e) {
      throw new BadInputException("an output cannot be written: " + Console.reason(e));
    }
  }

  /** The outputs that listen to every step. */
  public List<StepListener> listeners() {
    return Stream.concat(seconds.stream(), csv.stream()).toList();
  }

  /** The queue between server and consumer, if it can be looked at. */
  public Optional<QueueDepth> queueDepth() {
    return sampler.map(QueueDepth.class::cast);
  }

  /**
   * Writes the files that need the whole run, and checks the expectations.
   *
   * @return whether everything was written and the run met all that was expected of it
   */
  public boolean finish(RunRecord run) {
    close();
    List<Second> series = seconds.map(SecondSeries::seconds).orElse(List.of());
    return write(config, console, run, series, sampler.map(open -> history), failures);
  }

  /**
   * Writes the result of a fleet.
   *
   * @return whether everything was written and the run met all that was expected of it
   */
  public static boolean write(Config config, MergedResult merged, Console console) {
    List<String> failures = new ArrayList<>();
    return write(config, console, merged.run(), merged.seconds(), Optional.empty(), failures);
  }

  private static boolean write(
      Config config,
      Console console,
      RunRecord run,
      List<Second> series,
      Optional<BrokerHistory> broker,
      List<String> failures) {
    List<Expectation.Check> checks = new ArrayList<>();
    for (StepResult step : run.steps()) {
      config.expectations().forEach(e -> checks.add(e.check(step.plan().label(), step.stats())));
    }
    ResultJson result = new ResultJson(run, series, checks, config.queue(), broker);
    config.json().ifPresent(file -> write(file, result::write, failures));
    config.report().ifPresent(file -> write(file, result::writePage, failures));
    checks.stream().filter(check -> !check.met()).forEach(check -> console.tell(check.toString()));
    failures.forEach(console::tell);
    return failures.isEmpty() && checks.stream().allMatch(Expectation.Check::met);
  }

  private static void write(OutputFile file, OutputFile.Content document, List<String> failures) {
    try {
      file.write(document);
    } catch (IOException e) {
      failures.add(file + " cannot be written: " + Console.reason(e));
    }
  }

  /** Ends the watching and completes the file that grows with the run. May be called again. */
  @Override
  public void close() {
    sampler.ifPresent(BrokerSampler::close);
    try {
      if (csv.isPresent()) {
        csv.get().close();
      }
    } catch (IOException e) {
      failures.add(csv.get() + " cannot be written: " + Console.reason(e));
    }
  }
}
