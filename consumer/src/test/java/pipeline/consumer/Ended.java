package pipeline.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import pipeline.testkit.process.ChildProcess;
import pipeline.wire.process.Console;

/** The exit status of a consumer that has ended, and what it has printed. */
public record Ended(int status, String out, String err) {

  static Ended of(ChildProcess consumer) throws Exception {
    return new Ended(consumer.await(), consumer.out(), consumer.err());
  }

  /** Runs the program in this process, until it ends or {@code stop} is counted down. */
  static Ended run(Map<String, String> env, CountDownLatch stop, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(out, true, UTF_8);
    Console console = new Console("consumer", printed, new PrintStream(err, true, UTF_8), false);
    int status = Main.run(args, env, console, stop, () -> {});
    return new Ended(status, out.toString(UTF_8), err.toString(UTF_8));
  }
}
