package pipeline.lab.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
 *
 * @param middle of the run, in lines
 * @param csv that the client will write
 * @param out the run's directory
 * @param done what has been killed so far
 */
record Kills(
    List<String> wanted,
    long middle,
    ClientCsv csv,
    Path out,
    Rig rig,
    RunServices services,
    Screen screen,
    List<RunStory.Kill> done) {
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
