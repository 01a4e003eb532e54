package pipeline.faults.system;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import pipeline.faults.hostile.HostileClients;
import pipeline.rig.Component;
import pipeline.rig.Jars;
import pipeline.rig.Link;
import pipeline.rig.Program;
import pipeline.rig.Rig;
import pipeline.rig.ServerProbe;
import pipeline.rig.Services;
import pipeline.rig.Spec;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.PrivateNode;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.proxy.Direction;

/**
 * The rig of one fault run, whose every link goes through a proxy, with what a fault needs besides:
 * crash points, a disk, hostile clients. Used by the run's thread only.
 */
public final class PipelineUnderTest implements Closeable {
  /** The exit status of a program that its heap was too small for. */
  public static final int OUT_OF_MEMORY = 3;

  /** The modules whose jars a run needs. */
  public static final List<String> MODULES = FaultyPrograms.MODULES;

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(3);

  /** More bytes than heartbeats and short answers of the broker have; a message has more. */
  private static final int NO_MESSAGE_BYTES = 200;

  /** The consumer's cache, too small for a flood: what was not used lately is read again. */
  private static final String CACHE_MIB = "2";

  private final StateDisk disk;
  private final FaultyPrograms programs;
  private final Rig rig;
  private final boolean crashPlanned;
  private final RunFiles files;
  private final HostileClients hostileClients = new HostileClients();
  private ServerProbe probe;
  private int kills;

  /**
   * Starts nothing yet.
   *
   * @param disk closed by the caller, after this
   * @param seed of the requests, if they are generated
   */
  public PipelineUnderTest(
      Jars jars,
      Services services,
      RunFiles files,
      StateDisk disk,
      Setup setup,
      RunInput input,
      long seed) {
    this.disk = disk;
    this.files = files;
    crashPlanned = !setup.crash().isEmpty();
    programs = new FaultyPrograms(jars, setup);
    Spec spec =
        setup.spec().counting(input.workload(), List.of(input.counter().spelled()), files.runId());
    spec =
        input.redis()
            ? spec.store(Spec.Store.REDIS)
            : spec.with(Component.CONSUMER, "--cache", CACHE_MIB);
    rig = new Rig(spec, programs, services, files.directory(), files.directory(), ready -> {});
    Path text = setup.holdLast() ? files.head() : files.input();
    rig.parts()
        .add(
            Component.CLIENT,
            "client",
            starts -> clientProgram(input.clientArguments(text, seed, starts > 0), starts),
            status -> status == 0 || status == Rig.BAD_INPUT);
  }

  private Program clientProgram(List<String> input, int starts) {
    List<String> all = new ArrayList<>(input);
    all.addAll(List.of("--run-id", files.runId()));
    all.addAll(List.of("--json", files.clientResult(starts).toString()));
    if (starts > 0) {
      all.add("--resume");
    }
    return programs.client(rig, all);
  }

  public void start() throws IOException, InterruptedException {
    rig.start();
    int port = rig.serverPorts().get(0);
    probe = new ServerProbe(port);
    hostileClients.at(port);
  }

  /**
   * Waits until the server would take a request and the consumer has subscribed.
   *
   * @throws StuckException one of them is not ready in time, or refuses its settings or state
   */
  public void awaitAtWork() throws IOException, InterruptedException {
    Await.until("server and consumer at work", START_LIMIT, () -> refused() || isAtWork());
    if (refused()) {
      throw new StuckException("settings or state refused");
    }
  }

  /** Whether the client has begun to send. */
  public boolean isLoaded() {
    return rig.proxies().bytes(Link.HTTP, Direction.THERE) > 0;
  }

  private boolean isAtWork() throws IOException, InterruptedException {
    return probe.isHealthy() && child(Component.CONSUMER).isAlive() && rig.queues().areConsumed(1);
  }

  private boolean refused() {
    return unaskedExits().anyMatch(end -> end.status() == Rig.BAD_INPUT);
  }

  /** Whether no message waits or is unacknowledged in a queue that is consumed. */
  public boolean isDrained() throws IOException {
    return rig.queues().areConsumed(1)
        && rig.queues().waiting() == 0
        && rig.queues().held(rig.services().rabbit()) == 0;
  }

  /** Starts the program that has this crash point anew, with the point armed. */
  public void restartArmed(String point) throws IOException, InterruptedException {
    Component owner = FaultyPrograms.owner(point);
    child(owner).terminate(START_LIMIT);
    programs.arm(point);
    child(owner).start();
    awaitAtWork();
  }

  /** The process of a component; that of server and consumer is there once they are started. */
  public ChildProcess child(Component component) {
    return node(component).map(PrivateNode::node).orElseGet(() -> rig.parts().of(component).get(0));
  }

  /** The service that a component is; empty if the component is a program of the rig. */
  private Optional<PrivateNode> node(Component component) {
    return switch (component) {
      case BROKER -> Optional.of(rig.services().rabbit());
      case REDIS -> rig.services().redis().map(redis -> redis);
      default -> Optional.empty();
    };
  }

  /** The servers, consumers, proxies and queues, and the services that they stand on. */
  public Rig rig() {
    return rig;
  }

  /** Waits for a service that was started again; servers and consumers are not waited for. */
  public void awaitReady(Component component) throws IOException, InterruptedException {
    Optional<PrivateNode> node = node(component);
    if (node.isPresent()) {
      node.get().awaitReady();
    }
  }

  public StateDisk disk() {
    return disk;
  }

  public ServerProbe probe() {
    return probe;
  }

  /** Kills a component by SIGKILL, and counts the kill if it was alive. */
  public void kill(Component component) {
    if (child(component).isAlive()) {
      kills++;
    }
    child(component).kill();
  }

  /**
   * Freezes the consumer and waits until it was sent more messages, which it cannot ack any more.
   * Goes on without them after a while, since a second fault may hold them back.
   */
  public void freezeUnacked() throws IOException, InterruptedException {
    if (child(Component.CONSUMER).isAlive()) {
      child(Component.CONSUMER).freeze();
      long idle = rig.proxies().bytes(Link.CONSUME, Direction.BACK) + NO_MESSAGE_BYTES;
      Await.holds(DELIVERY_LIMIT, () -> rig.proxies().bytes(Link.CONSUME, Direction.BACK) > idle);
    }
  }

  public int kills() {
    return kills;
  }

  public HostileClients hostileClients() {
    return hostileClients;
  }

  /** Whether the consumer has said that it cannot make its counts durable. */
  public boolean hasRefusedCommit() throws IOException {
    return files.refusedCommits() > 0;
  }

  /** Whether the counts are the oracle's, byte for byte; those of hostile clients are left out. */
  public boolean isExact() throws IOException {
    return files.areExact(rig.proof(rig.spec().counters().get(0)));
  }

  public int crashes() {
    return crashPlanned ? (int) unaskedExits().filter(End::isKill).count() : 0;
  }

  /** The servers and consumers that died unasked and at no crash point, each kind once. */
  public List<String> deaths() {
    return unaskedExits()
        .filter(end -> !(crashPlanned && end.isKill()))
        .map(end -> end.component() + " ended by itself with " + end.status())
        .distinct()
        .toList();
  }

  private Stream<End> unaskedExits() {
    return Stream.of(Component.SERVER, Component.CONSUMER)
        .flatMap(
            each ->
                rig.parts().of(each).stream()
                    .flatMap(part -> part.unaskedExits().stream())
                    .map(status -> new End(each, status)));
  }

  private record End(Component component, int status) {
    boolean isKill() {
      return status == ChildProcess.KILLED;
    }
  }

  /** Kills what runs and closes the proxies; the broker stays. */
  @Override
  public void close() throws IOException {
    try (rig;
        hostileClients) {
      for (Component each : List.of(Component.CLIENT, Component.SERVER, Component.CONSUMER)) {
        rig.parts().of(each).forEach(ChildProcess::kill);
      }
    }
  }
}
