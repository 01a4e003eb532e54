package pipeline.lab.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import pipeline.client.cli.ClientOptions;
import pipeline.client.cli.MergeOptions;
import pipeline.client.input.BadInputException;
import pipeline.client.report.RunStory;
import pipeline.rig.OurPrograms;
import pipeline.rig.Program;
import pipeline.rig.Rig;
import pipeline.testkit.process.ChildProcess;
import pipeline.wire.identity.RunId;
import pipeline.wire.process.Console;

/**
 * The clients of a run, one or a fleet whose results are merged, and what is killed while they
 * send. Used by one thread.
 */
final class Clients {
  static final int BAD_INPUT = 2;

  private static final Duration END_LIMIT = Duration.ofSeconds(10);
  private static final Duration LOOK_INTERVAL = Duration.ofMillis(100);

  private final Arguments arguments;
  private final Path out;
  private final Screen screen;
  private final RunServices services;

  /** What has been killed. */
  final List<RunStory.Kill> kills = new ArrayList<>();

  /** The CSV of the client, or of the first of a fleet. */
  private final ClientCsv csv;

  /**
   * Starts nothing yet.
   *
   * @param out the run's directory
   */
  Clients(Arguments arguments, Path out, Screen screen, RunServices services) {
    this.arguments = arguments;
    this.out = out;
    this.screen = screen;
    this.services = services;
    Path file = arguments.csv == null ? out.resolve("client.csv") : arguments.csv;
    csv = new ClientCsv(file);
  }

  /**
   * Refuses in time what a client would refuse once all has been started.
   *
   * @throws IllegalArgumentException the client would, in one line
   */
  void check() throws IOException {
    try {
      List<String> first = arguments(1, RunId.random(new SecureRandom()));
      ClientOptions options = ClientOptions.parse(first.toArray(String[]::new));
      if (options.toOutputs().takesStandardOutput()) {
        throw new IllegalArgumentException(
            "the file - is the client's own; this script reads what it prints (see --help)");
      }
      options.toConfig();
    } catch (BadInputException e) {
      throw new IllegalArgumentException("client: " + e.getMessage(), e);
    }
  }

  /** A client's arguments but for the URLs. */
  private List<String> arguments(int number, RunId run) throws IOException {
    List<String> all = new ArrayList<>(arguments.client());
    if (number == 1 && (!arguments.kills.isEmpty() || arguments.csv != null)) {
      all.addAll(List.of("--csv", csv.file().toString()));
    }
    if (isFleet()) {
      all.addAll(List.of("--run-id", run.toString()));
      all.addAll(List.of("--part", number + "/" + arguments.clients));
      all.addAll(List.of("--json", part(number).toString()));
    } else {
      all.addAll(reports());
      if (arguments.report) {
        all.addAll(List.of("--queue", services.watchedQueue()));
      }
      if (!services.api().isEmpty()) {
        all.addAll(List.of("--broker-api", services.api()));
      }
    }
    all.replaceAll(each -> each.startsWith("@") ? "@" + each : each); // a name, not a file of more
    return all;
  }

  private boolean isFleet() {
    return arguments.clients > 1;
  }

  private Path part(int number) {
    return out.resolve("client-" + number + ".json");
  }

  private List<String> reports() {
    return arguments.report
        ? List.of("--report", out + "/report.html", "--json", out + "/client.json")
        : List.of();
  }

  /**
   * Runs the clients at once and carries out the kills meanwhile.
   *
   * @param said what the client prints, or the merge of the fleet
   * @param lines how many are sent; 0 for no kills
   * @return the client's exit status, or that of the merge
   */
  int run(OurPrograms programs, Rig rig, Path said, long lines)
      throws IOException, InterruptedException {
    RunId run = RunId.random(new SecureRandom());
    List<ChildProcess> running = new ArrayList<>();
    try {
      for (int number = 1; number <= arguments.clients; number++) {
        Path shown = isFleet() ? out.resolve("client-" + number + ".txt") : said;
        running.add(start(programs, rig, arguments(number, run), shown));
      }
      int worst = 0;
      for (ChildProcess client : running) {
        while (!client.endsWithin(LOOK_INTERVAL)) {
          killInTheMiddle(rig, lines / arguments.clients / 2);
        }
        worst = Math.max(worst, client.awaitEnd());
      }
      if (isFleet() && worst != BAD_INPUT) {
        List<String> merge = new ArrayList<>(List.of(MergeOptions.NAME));
        for (int number = 1; number <= arguments.clients; number++) {
          merge.add(part(number).toString());
        }
        merge.addAll(reports());
        ChildProcess merging = start(programs, rig, merge, said);
        running.add(merging);
        worst = merging.awaitEnd();
      }
      screen.out().print(Files.readString(said));
      screen.out().flush();
      return worst;
    } finally {
      for (ChildProcess client : running) {
        client.end(END_LIMIT);
      }
    }
  }

  private ChildProcess start(OurPrograms programs, Rig rig, List<String> typed, Path said)
      throws IOException {
    // the client watches the broker of this URL, and the queues of all partitions
    Program client =
        programs
            .client(rig, typed)
            .with("RABBITMQ_URL", services.services().amqp())
            .with("PARTITIONS", arguments.partitions);
    return ChildProcess.startShown("client", client.builder(), said);
  }

  /** Carries out the kills once the run has passed its middle; must be called now and then. */
  private void killInTheMiddle(Rig rig, long middle) throws IOException, InterruptedException {
    if (kills.size() == arguments.kills.size()) {
      return;
    }
    long answered = csv.answered();
    if (answered > middle) {
      for (String what : arguments.kills) {
        kill(rig, what, answered);
      }
    }
  }

  private void kill(Rig rig, String what, long answered) throws IOException, InterruptedException {
    ChildProcess victim =
        what.equals("leader") ? rig.leader().node() : rig.parts().named(what + "-1");
    String name = victim.name();
    long pid = victim.pid();
    long millis = System.currentTimeMillis();
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    screen.say(
        "kill -9: %s, process %s, after %s lines".formatted(name, pid, Console.grouped(answered)));
    kills.add(new RunStory.Kill(name, millis));
  }

  /**
   * Says how long the pipeline stood still, and returns it; empty if nothing was to be killed.
   *
   * @throws IOException the run was over before everything was killed
   */
  Optional<ClientCsv.Pauses> pauses() throws IOException {
    if (arguments.kills.isEmpty()) {
      return Optional.empty();
    }
    if (kills.size() < arguments.kills.size()) {
      screen.say(
          "processes killed: %s, but must be %s".formatted(kills.size(), arguments.kills.size()));
      throw new IOException("the run was too short, so this shows nothing");
    }
    ClientCsv.Pauses pauses = csv.pauses(kills.get(0).epochMillis());
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
