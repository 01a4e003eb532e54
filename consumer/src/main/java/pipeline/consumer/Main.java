package pipeline.consumer;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;
import pipeline.consumer.store.file.StateException;
import pipeline.wire.settings.Settings;

/** Entry point: {@code java -jar consumer.jar THREADS [options]}; {@code --help} lists them. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    CountDownLatch stop = new CountDownLatch(1);
    ExitHook hook = ExitHook.install(stop);
    int status = 1;
    try {
      status = run(args, System.getenv(), Console.system(), stop);
    } catch (RuntimeException | Error e) {
      LoggerFactory.getLogger(Main.class).error("ended by an error", e);
    }
    hook.exit(status);
  }

  /** Runs until {@code stop} is counted down, without ending the JVM; returns the exit status. */
  static int run(String[] args, Map<String, String> env, Console console, CountDownLatch stop) {
    try {
      ConsumerOptions options = ConsumerOptions.parse(args);
      if (options.helpRequested()) {
        console.out().print(ConsumerOptions.usage());
        return 0;
      }
      return ConsumerRun.of(options, new Settings(env, System.getProperties()), console).run(stop);
    } catch (BadArgumentException | StateException e) {
      console.err().println("consumer: " + Console.printable(e.getMessage()));
      return 2;
    }
  }
}
