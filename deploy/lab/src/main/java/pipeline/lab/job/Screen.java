package pipeline.lab.job;

import java.io.PrintWriter;
import pipeline.client.input.Printable;

/** Where a run prints. Thread-safe. */
record Screen(PrintWriter out, PrintWriter err) {
  /** A line on stderr, which may hold what others say: no character of it drives the terminal. */
  void say(String line) {
    err.println(Printable.of(line));
  }
}
