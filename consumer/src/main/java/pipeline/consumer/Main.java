package pipeline.consumer;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;
import pipeline.consumer.store.file.StateException;
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
      status = run(args, System.getenv(), StandardStreams.system(), stop);
    } catch (RuntimeException | Error e) {
      LoggerFactory.getLogger(Main.class).error("ended by an error", e);
    }
    termination.exit(status);
  }

  /** Runs until {@code stop} is counted down, without ending the JVM; returns the exit status. */
  static int run(
      String[] args, Map<String, String> env, StandardStreams streams, CountDownLatch stop) {
    ConsumerRun<?> run;
    try {
      ConsumerOptions options = ConsumerOptions.parse(args);
      if (options.helpRequested()) {
        streams.out().print(ConsumerOptions.usage());
        return 0;
      }
      run = ConsumerRun.of(options, new Settings(env, System.getProperties()), streams);
    } catch (IllegalArgumentException e) {
      return refused(e, streams);
    }
    try {
      return run.run(stop);
    } catch (StateException e) {
      return refused(e, streams);
    }
  }

  private static int refused(Exception reason, StandardStreams streams) {
    streams.err().println("consumer: " + StandardStreams.printable(reason.getMessage()));
    return 2;
  }
}
