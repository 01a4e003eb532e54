package pipeline.consumer;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.commons.lang3.function.FailableToIntFunction;
import org.slf4j.LoggerFactory;
import pipeline.consumer.amqp.Health;
import pipeline.consumer.store.file.StateException;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.process.Build;
import pipeline.wire.process.Console;
import pipeline.wire.process.HostNames;
import pipeline.wire.process.OutputFile;
import pipeline.wire.process.Termination;
import pipeline.wire.settings.Settings;

/** Entry point: {@code java -jar consumer.jar THREADS [options]}; {@code --help} lists them. */
public final class Main {
  private static final int BAD_INPUT = 2;
  private static final Duration TERMINATION_LIMIT = Duration.ofSeconds(30);

  private Main() {}

  public static void main(String[] args) {
    HostNames.askAgain();
    CountDownLatch stop = new CountDownLatch(1);
    Termination termination =
        Termination.onSignal(
            stop,
            TERMINATION_LIMIT,
            "consumer: does not end in time, exiting; unacked messages will be redelivered");
    int status = 1;
    try {
      status = run(args, System.getenv(), Console.system("consumer"), stop, termination::alive);
    } catch (RuntimeException | Error e) {
      LoggerFactory.getLogger(Main.class).error("ended by an error", e);
    }
    termination.exit(status);
  }

  /**
   * Runs until {@code stop} is counted down, without ending the JVM.
   *
   * @param alive called while the results are written, which may take long
   * @return the exit status
   */
  static int run(
      String[] args,
      Map<String, String> env,
      Console console,
      CountDownLatch stop,
      Runnable alive) {
    if (args.length == 0) {
      console.err().print(ConsumerOptions.synopsis());
      return console.ended(BAD_INPUT);
    }
    FailableToIntFunction<CountDownLatch, StateException> program;
    try {
      program = program(ConsumerOptions.parse(args), env, console, alive);
    } catch (IllegalArgumentException e) {
      console.tell(e.getMessage());
      return console.ended(BAD_INPUT);
    }
    try {
      return console.ended(program.applyAsInt(stop));
    } catch (StateException e) {
      console.tell(Health.words(e));
      return console.ended(BAD_INPUT);
    }
  }

  /**
   * What the options ask for: it returns the exit status.
   *
   * @throws IllegalArgumentException that names the bad setting
   */
  private static FailableToIntFunction<CountDownLatch, StateException> program(
      ConsumerOptions options, Map<String, String> env, Console console, Runnable alive) {
    if (options.help) {
      console.out().print(ConsumerOptions.usage());
      return stop -> 0;
    }
    if (options.version) {
      console.out().println(Build.current().line("consumer.jar"));
      return stop -> 0;
    }
    if (options.quiet) {
      System.setProperty("log.level", "WARN"); // before the first logger reads logback.xml
    }
    Console printing = console.quietIf(options.quiet);
    if (options.dump.filter(OutputFile::takesStandardOutput).isPresent()) {
      printing = printing.withoutOut();
    }
    Settings settings = new Settings(env, System.getProperties());
    if (options.design.isReference()) {
      return new ReferenceRun(options, settings, printing)::run;
    }
    WorkloadHandler<?> handler = WorkloadHandler.named(options.workload);
    return new ConsumerRun<>(handler, options, settings, printing, alive)::run;
  }
}
