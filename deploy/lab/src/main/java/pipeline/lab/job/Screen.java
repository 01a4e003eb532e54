package pipeline.lab.job;

import java.io.PrintWriter;
import pipeline.wire.process.Console;

/** The output of a run. Thread-safe. */
record Screen(PrintWriter out, PrintWriter err) {
  /** A line on stderr, which may hold what others say: no character of it drives the terminal. */
  void say(String line) {
    err.println(Console.printable(line));
  }
}
