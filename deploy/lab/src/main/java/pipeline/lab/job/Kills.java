package pipeline.lab.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What is killed in the middle of a run, and how long no line was confirmed then. By the client's
 * CSV: when a request began, its method, how long it took, its status, its lines. Used by one
 * thread.
 */
final class Kills {
  private final List<String> wanted;
  private final boolean manyLines;
  private final long middle;
  private final Path csv;
  private final Children children;
  private final RunBroker broker;
  private final Screen screen;
  private int done;
  private long firstMillis;

  /**
   * @param lines of the whole run
   * @param csv that the client writes
   */
  Kills(
      Arguments arguments,
      long lines,
      Path csv,
      Children children,
      RunBroker broker,
      Screen screen) {
    this.wanted = arguments.kills;
    this.manyLines = !arguments.linesPerRequest.equals("1");
    this.middle = lines / 2;
    this.csv = csv;
    this.children = children;
    this.broker = broker;
    this.screen = screen;
  }

  /** Kills what is to be killed once the run has passed its middle; to be asked now and then. */
  void look() throws IOException, InterruptedException {
    if (done == wanted.size() || !Files.exists(csv)) {
      return;
    }
    long answered = answered();
    if (answered > middle) {
      for (String what : wanted) {
        kill(what, answered);
      }
    }
  }

  private long answered() throws IOException {
    try (BufferedReader rows = Files.newBufferedReader(csv)) {
      return rows.lines().mapToLong(this::lines).sum();
    }
  }

  /** The last row may be half written. */
  private long lines(String row) {
    String[] columns = row.split(",", -1);
    boolean isWhole = columns.length > 4 && columns[4].matches("\\d+");
    return manyLines ? (isWhole ? Long.parseLong(columns[4]) : 0) : 1;
  }

  private void kill(String what, long answered) throws IOException, InterruptedException {
    boolean leads = what.equals("leader");
    String name = leads ? broker.leader() : what + "-1";
    long pid = leads ? broker.pid(name) : children.pid(name);
    long millis = System.currentTimeMillis();
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    Files.writeString(
        children.file("kills.tsv"),
        "%s\t%s\t%s%n".formatted(millis, name, pid),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    screen.say("kill -9: %s, process %s, after %s lines".formatted(name, pid, answered));
    firstMillis = done == 0 ? millis : firstMillis;
    done++;
  }

  /**
   * Says how long the pipeline stood still.
   *
   * @throws JobException the run was over before everything was killed
   */
  void report() throws IOException, JobException {
    if (wanted.isEmpty()) {
      return;
    }
    if (done < wanted.size()) {
      screen.say("processes killed: %s, but must be %s".formatted(done, wanted.size()));
      throw JobException.failed("the run was too short, so this shows nothing");
    }
    double[] confirmed;
    try (Stream<String> rows = Files.lines(csv)) {
      confirmed =
          rows.map(row -> row.split(",", -1))
              .filter(row -> row[1].equals("POST") && row[3].startsWith("2"))
              .mapToDouble(row -> Double.parseDouble(row[0]) + Double.parseDouble(row[2]))
              .sorted()
              .toArray();
    }
    double before = 0;
    double after = 0;
    for (int i = 1; i < confirmed.length; i++) {
      double gap = confirmed[i] - confirmed[i - 1];
      if (confirmed[i] > firstMillis) {
        after = Math.max(after, gap);
      } else {
        before = Math.max(before, gap);
      }
    }
    screen
        .out()
        .printf(
            Locale.ROOT,
            "pause: %.0f ms without a confirmed line (before the kill: %.0f ms at most)%n",
            after,
            before);
  }
}
