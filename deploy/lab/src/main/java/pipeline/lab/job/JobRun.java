package pipeline.lab.job;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import pipeline.client.cli.ClientOptions;
import pipeline.client.cli.MergeOptions;
import pipeline.client.input.BadInputException;
import pipeline.client.report.RunStory;
import pipeline.rig.Component;
import pipeline.rig.ConsumerReport;
import pipeline.rig.Jars;
import pipeline.rig.OurPrograms;
import pipeline.rig.Program;
import pipeline.rig.Proof;
import pipeline.rig.Rig;
import pipeline.rig.Services;
import pipeline.rig.Spec;
import pipeline.rig.machine.OutputDirectory;
import pipeline.rig.machine.Scratch;
import pipeline.testkit.process.ChildProcess;
import pipeline.wire.identity.RunId;
import pipeline.wire.process.Console;

/**
 * One run: the broker, the rig on it, what one client or a fleet sends while parts of the rig are
 * killed, and the proof of the counts. Used by one thread.
 */
final class JobRun {
  /** A consumer whose words do not fit into its cache takes nothing while it commits. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** A job of Flink acks what it has taken at its next checkpoint, which may take minutes. */
  private static final Duration CHECKPOINT_PATIENCE = Duration.ofMinutes(10);

  private static final Duration LOOK_INTERVAL = Duration.ofMillis(100);

  private final Arguments arguments;
  private final Path out;
  private final Screen screen;
  private final RunServices services;
  private final OurPrograms programs;
  private final Judgement judgement;

  /** The CSV of the client, or of the first of a fleet. */
  private final ClientCsv csv;

  /** What has been killed. */
  private final List<RunStory.Kill> kills = new ArrayList<>();

  private Optional<ClientCsv.Pauses> pauses = Optional.empty();

  private JobRun(Arguments arguments, Path root, Path out, Screen screen, RunServices services) {
    this.arguments = arguments;
    this.out = out;
    this.screen = screen;
    this.services = services;
    programs = new OurPrograms(Jars.builtIn(root));
    judgement = new Judgement(arguments, root, out, screen);
    csv = new ClientCsv(arguments.csv == null ? out.resolve("client.csv") : arguments.csv);
  }

  /** The directory that a run leaves: its logs and counts, not the data of its own services. */
  record Directory(Path path) implements Closeable {
    /**
     * Makes the directory, or takes one that is empty.
     *
     * @throws IllegalArgumentException it cannot be used, in one line
     */
    static Directory create(Arguments arguments, Path root) throws IOException {
      Path out = arguments.out == null ? OutputDirectory.ofNow(root, "") : arguments.out;
      try {
        OutputDirectory.create(out, "a run");
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(e.getMessage() + Arguments.HELP, e);
      }
      return new Directory(out.toRealPath());
    }

    @Override
    public void close() throws IOException {
      Scratch.delete(path.resolve("rabbitmq"));
      Scratch.delete(path.resolve("redis"));
      Scratch.delete(path.resolve("flink"));
      Scratch.deleteIfEmpty(path);
    }
  }

  /**
   * How a run ended.
   *
   * @param code 0 if the counts are exact, 1 if not, 2 if the client refuses its options
   * @param lines that were sent
   * @param losses of the counts of a text; null if they were not compared
   * @param pauses around the kills
   */
  record Outcome(int code, long lines, Proof.Miscount losses, Optional<ClientCsv.Pauses> pauses) {}

  /**
   * Does a run; nothing that it has started is left.
   *
   * @param root the checkout, with the jars built
   */
  static Outcome run(Arguments arguments, Path root, Screen screen)
      throws IOException, InterruptedException {
    try (Directory directory = Directory.create(arguments, root);
        RunServices services = new RunServices(arguments, root, directory.path(), screen)) {
      JobRun run = new JobRun(arguments, root, directory.path(), screen, services);
      int code = run.perform();
      return new Outcome(code, run.judgement.lines(), run.judgement.losses(), run.pauses);
    }
  }

  /**
   * What stands in a run. Servers and consumers have the environment of this program too.
   *
   * @param queue the queue's name
   */
  static Spec spec(Arguments arguments, String queue) {
    Spec spec =
        Spec.of(arguments.workload, queue)
            .servers(arguments.servers)
            .balancer(arguments.balancer)
            .port(arguments.port)
            .consumers(arguments.consumers, arguments.consumerThreads)
            .taskManagers(arguments.taskManagers)
            .restart(Spec.Restart.WHEN_KILLED);
    return arguments.isReference()
        ? spec.store(Spec.Store.DEFAULT)
            .with("DESIGN", "reference")
            .with(Component.CONSUMER, "--design", "reference")
            .signs(Set.of(Spec.Sign.SAID))
        : spec.store(arguments.store.isEmpty() ? Spec.Store.FILE : Spec.Store.REDIS)
            .with("DESIGN", "exact")
            .with("PARTITIONS", arguments.partitions)
            .signs(Set.of(Spec.Sign.SAID, Spec.Sign.HEALTHY));
  }

  private int perform() throws IOException, InterruptedException {
    checkClient();
    Services standing = services.start();
    try (Rig rig = new Rig(services.spec(), programs, standing, out, out, screen::say)) {
      rig.start();
      long lines = arguments.kills.isEmpty() ? 0 : judgement.linesToSend();
      Path said = out.resolve("client.txt");
      int code = load(rig, said, lines);
      if (code == Rig.BAD_INPUT) {
        return code;
      }
      rig.drain(arguments.taskManagers > 0 ? CHECKPOINT_PATIENCE : PATIENCE);
      rig.endConsumers();
      pauses = tellPauses();
      List<String> latencies = tellLatencies(rig);
      boolean exact = judgement.holds(Files.readString(said), rig);
      if (arguments.report) {
        story(exact, latencies).addTo(out.resolve("report.html"));
      }
      if (!exact) {
        return 1;
      }
      if (code != 0) {
        throw new IOException("the client ended with exit code " + code);
      }
      return 0;
    }
  }

  /**
   * Refuses in time what a client would refuse once all has been started.
   *
   * @throws IllegalArgumentException the client would, in one line
   */
  private void checkClient() throws IOException {
    try {
      List<String> first = clientArguments(1, RunId.random(new SecureRandom()));
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
  private List<String> clientArguments(int number, RunId run) throws IOException {
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
  private int load(Rig rig, Path said, long lines) throws IOException, InterruptedException {
    RunId run = RunId.random(new SecureRandom());
    List<ChildProcess> running = new ArrayList<>();
    for (int number = 1; number <= arguments.clients; number++) {
      Path shown = isFleet() ? out.resolve("client-" + number + ".txt") : said;
      running.add(startClient(rig, clientArguments(number, run), shown));
    }
    int worst = 0;
    for (ChildProcess client : running) {
      while (!client.endsWithin(LOOK_INTERVAL)) {
        killInTheMiddle(rig, lines / arguments.clients / 2);
      }
      worst = Math.max(worst, client.awaitEnd());
    }
    if (isFleet() && worst != Rig.BAD_INPUT) {
      List<String> merge = new ArrayList<>(List.of(MergeOptions.NAME));
      for (int number = 1; number <= arguments.clients; number++) {
        merge.add(part(number).toString());
      }
      merge.addAll(reports());
      worst = startClient(rig, merge, said).awaitEnd();
    }
    screen.out().print(Files.readString(said));
    screen.out().flush();
    return worst;
  }

  private ChildProcess startClient(Rig rig, List<String> typed, Path said) throws IOException {
    // the client watches the broker of this URL, and the queues of all partitions
    Program client =
        programs
            .client(rig, typed)
            .with("RABBITMQ_URL", rig.services().amqp())
            .with("PARTITIONS", arguments.partitions);
    return rig.load(client, said, Optional.empty());
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
  private Optional<ClientCsv.Pauses> tellPauses() throws IOException {
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

  /** Tells the latencies of each consumer since its last start. */
  private List<String> tellLatencies(Rig rig) throws IOException {
    List<String> latencies = new ArrayList<>();
    for (ChildProcess consumer : rig.parts().of(Component.CONSUMER)) {
      new ConsumerReport(consumer.output())
          .latency()
          .map(latency -> consumer.name() + ", from published to counted: " + latency)
          .ifPresent(latencies::add);
    }
    latencies.forEach(screen.out()::println);
    return latencies;
  }

  /** What became of the run, with which the client's report begins. */
  private RunStory story(boolean exact, List<String> latencies) {
    return new RunStory(
        RunStory.command("deploy/run", arguments.typed),
        arguments.servers,
        arguments.consumers,
        services.broker(),
        exact,
        judgement.lines(),
        judgement.losses() == null ? 0 : judgement.losses().lines().missing(),
        kills,
        pauses.map(ClientCsv.Pauses::after).orElse(null),
        latencies);
  }
}
