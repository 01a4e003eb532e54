package pipeline.lab.job;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import pipeline.client.report.RunStory;
import pipeline.rig.Component;
import pipeline.rig.ConsumerReport;
import pipeline.rig.Jars;
import pipeline.rig.OurPrograms;
import pipeline.rig.Proof;
import pipeline.rig.Rig;
import pipeline.rig.Services;
import pipeline.rig.Spec;
import pipeline.rig.machine.OutputDirectory;
import pipeline.rig.machine.Scratch;
import pipeline.testkit.process.ChildProcess;

/**
 * One run: the broker, the rig on it, a text that is sent while parts of the rig are killed, and
 * the proof of the counts. Used by one thread.
 */
final class JobRun {
  /** A consumer whose words do not fit into its cache takes nothing while it commits. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** A job of Flink acks what it has taken at its next checkpoint, which may take minutes. */
  private static final Duration CHECKPOINT_PATIENCE = Duration.ofMinutes(10);

  private final Arguments arguments;
  private final Path out;
  private final Screen screen;
  private final RunServices services;
  private final OurPrograms programs;
  private final Judgement judgement;
  private Optional<ClientCsv.Pauses> pauses = Optional.empty();

  private JobRun(Arguments arguments, Path root, Path out, Screen screen, RunServices services) {
    this.arguments = arguments;
    this.out = out;
    this.screen = screen;
    this.services = services;
    programs = new OurPrograms(Jars.builtIn(root));
    judgement = new Judgement(arguments, root, out, screen);
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
    Clients clients = new Clients(arguments, out, screen, services);
    clients.check();
    services.start();
    Services standing = services.services();
    try (Rig rig = new Rig(services.spec(), programs, standing, out, out, screen::say)) {
      rig.start();
      long lines = arguments.kills.isEmpty() ? 0 : judgement.linesToSend();
      Path said = out.resolve("client.txt");
      int code = clients.run(programs, rig, said, lines);
      if (code == Clients.BAD_INPUT) {
        return code;
      }
      rig.drain(arguments.taskManagers > 0 ? CHECKPOINT_PATIENCE : PATIENCE);
      rig.endConsumers();
      pauses = clients.pauses();
      List<String> latencies = tellLatencies(rig);
      boolean exact = judgement.holds(Files.readString(said), rig);
      if (arguments.report) {
        story(exact, clients.kills, latencies).addTo(out.resolve("report.html"));
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
  private RunStory story(boolean exact, List<RunStory.Kill> kills, List<String> latencies) {
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
