package pipeline.micro;

import java.io.IOException;
import java.io.PrintStream;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import pipeline.wire.process.Console;

/** Entry point: JMH with its own options, and after its output the {@link MeasurementTable}. */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws IOException {
    Console console = Console.system("micro");
    System.setOut(console.out()); // where JMH prints
    System.exit(console.ended(run(args, console.out(), console.err())));
  }

  /**
   * Runs the benchmarks that {@code args} choose; JMH itself prints to the standard output.
   *
   * @return 0 when they ran; 1 when JMH gave up; 2 for options that it does not know
   */
  public static int run(String[] args, PrintStream out, PrintStream err) throws IOException {
    try {
      CommandLineOptions options = new CommandLineOptions(args);
      Runner runner = new Runner(options);
      if (options.shouldHelp()) {
        options.showHelp();
      } else if (options.shouldList()) {
        runner.list();
      } else {
        out.print("\n" + MeasurementTable.of(Measurement.of(runner.run())));
      }
      return 0;
    } catch (CommandLineOptionException e) {
      err.println("micro: " + e.getMessage());
      return 2;
    } catch (RunnerException e) {
      err.println("micro: " + e);
      return 1;
    }
  }
}
