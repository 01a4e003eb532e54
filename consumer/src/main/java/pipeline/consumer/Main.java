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
import pipeline.wire.process.OutputFile;
import pipeline.wire.process.Termination;
import pipeline.wire.settings.Settings;

/** Entry point: {@code java -jar consumer.jar THREADS [options]}; {@code --help} lists them. */
public final class Main {
  private static final Duration TERMINATION_LIMIT = Duration.ofSeconds(30);

  private Main() {}

  public static void main(String[] args) {
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
    return console.ended(printed(args, env, console, stop, alive));
  }

  private static int printed(
      String[] args,
      Map<String, String> env,
      Console console,
      CountDownLatch stop,
      Runnable alive) {
    FailableToIntFunction<CountDownLatch, StateException> run;
    if (args.length == 0) {
      console.err().print(ConsumerOptions.synopsis());
      return 2;
    }
    try {
      ConsumerOptions options = ConsumerOptions.parse(args);
      if (options.help) {
        console.out().print(ConsumerOptions.usage());
        return 0;
      }
      if (options.version) {
        console.out().println(Build.current().line("consumer.jar"));
        return 0;
      }
      if (options.quiet) {
        System.setProperty("log.level", "WARN"); // before the first logger reads logback.xml
      }
      Console printing = console.quietIf(options.quiet);
      if (options.dump.filter(OutputFile::takesStandardOutput).isPresent()) {
        printing = printing.withoutOut();
      }
      Settings settings = new Settings(env, System.getProperties());
      run =
          options.design.isReference()
              ? new ReferenceRun(options, settings, printing)::run
              : new ConsumerRun<>(
                      WorkloadHandler.named(options.workload), options, settings, printing, alive)
                  ::run;
    } catch (IllegalArgumentException e) {
      return refused(e.getMessage(), console);
    }
    try {
      return run.applyAsInt(stop);
    } catch (StateException e) {
      return refused(Health.words(e), console);
    }
  }

  private static int refused(String reason, Console console) {
    console.tell(reason);
    return 2;
  }
}
