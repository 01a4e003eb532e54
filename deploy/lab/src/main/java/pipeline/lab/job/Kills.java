package pipeline.lab.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import pipeline.client.report.RunStory;
import pipeline.rig.Rig;
import pipeline.testkit.process.ChildProcess;
import pipeline.wire.process.Console;

/**
 * What is killed in the middle of a run, and how long no line was confirmed then, by the client's
 * CSV. Used by one thread.
 */
final class Kills {
  private final List<String> wanted;
  private final long middle;
  private final ClientCsv csv;
  private final Path out;
  private final Rig rig;
  private final RunServices services;
  private final Screen screen;
  private final List<RunStory.Kill> done = new ArrayList<>();

  /**
   * @param lines of the whole run
   * @param csv that the client will write
   * @param out the run's directory
   */
  Kills(
      Arguments arguments,
      long lines,
      Path csv,
      Path out,
      Rig rig,
      RunServices services,
      Screen screen) {
    this.wanted = arguments.kills;
    this.middle = lines / 2;
    this.csv = new ClientCsv(csv, arguments.linesPerRequest > 1);
    this.out = out;
    this.rig = rig;
    this.services = services;
    this.screen = screen;
  }

  /** Carries out the kills once the run has passed its middle; must be called now and then. */
  void look() throws IOException, InterruptedException {
    if (done.size() == wanted.size()) {
      return;
    }
    long answered = csv.answered();
    if (answered > middle) {
      for (String what : wanted) {
        kill(what, answered);
      }
    }
  }

  private void kill(String what, long answered) throws IOException, InterruptedException {
    ChildProcess victim =
        what.equals("leader")
            ? services.leader(rig.queues()).node()
            : rig.parts().named(what + "-1");
    String name = victim.name();
    long pid = victim.pid();
    long millis = System.currentTimeMillis();
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    Files.writeString(
        out.resolve("kills.tsv"),
        "%s\t%s\t%s%n".formatted(millis, name, pid),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    screen.say(
        "kill -9: %s, process %s, after %s lines".formatted(name, pid, Console.grouped(answered)));
    done.add(new RunStory.Kill(name, millis));
  }

  /** What has been killed so far. */
  List<RunStory.Kill> done() {
    return done;
  }

  /**
   * Says how long the pipeline stood still, and returns it; empty if nothing was to be killed.
   *
   * @throws IOException the run was over before everything was killed
   */
  Optional<ClientCsv.Pauses> report() throws IOException {
    if (wanted.isEmpty()) {
      return Optional.empty();
    }
    if (done.size() < wanted.size()) {
      screen.say("processes killed: %s, but must be %s".formatted(done.size(), wanted.size()));
      throw new IOException("the run was too short, so this shows nothing");
    }
    ClientCsv.Pauses pauses = csv.pauses(done.get(0).epochMillis());
    screen
        .out()
        .printf(
            Locale.ROOT,
            "pause: %.0f ms without a confirmed line (before the kill: %.0f ms at most)%n",
            pauses.after(),
            pauses.before());
    return Optional.of(pauses);
  }
}
