package pipeline.faults.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import pipeline.faults.hostile.HostileClient;
import pipeline.faults.hostile.HostileLoad;
import pipeline.rig.Component;
import pipeline.rig.Jars;
import pipeline.rig.Link;
import pipeline.rig.OurPrograms;
import pipeline.rig.Rig;
import pipeline.rig.ServerProbe;
import pipeline.rig.Services;
import pipeline.rig.Spec;
import pipeline.rig.Tuning;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.PrivateNode;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.proxy.Direction;

/**
 * The rig of one fault run, whose every link goes through a proxy, with what a fault needs besides:
 * crash points, a disk, hostile clients. Used by the run's thread only, but that the threads of
 * supervised programs start them again.
 */
public final class PipelineUnderTest implements Closeable {
  /** The exit status of a program that its heap was too small for. */
  public static final int OUT_OF_MEMORY = 3;

  /** What a consumer says when it cannot make its counts durable. */
  public static final String REFUSED_COMMIT = "counts cannot be made durable";

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(3);
  private static final Duration AIM_LIMIT = Duration.ofSeconds(10);

  /** More bytes than heartbeats and short answers of the broker have; a message has more. */
  private static final int NO_MESSAGE_BYTES = 200;

  private final Path agent;
  private final Setup setup;
  final StateDisk disk;

  /** The servers, consumers, proxies and queues, and the services that they stand on. */
  final Rig rig;

  private final List<HostileLoad> attacks = new ArrayList<>();

  /** A look at the server, once it is started. */
  ServerProbe probe;

  /** The number of processes that were killed while they were alive. */
  int kills;

  /** The number of consumers that died at their crash point when they were asked to end. */
  private int crashesAtEnd;

  /** The crash point of the next start of its program; empty for none. */
  private volatile String armed;

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
    agent = jars.of(RunInput.AGENT);
    this.setup = setup;
    this.disk = disk;
    armed = setup.holdLast() ? "" : setup.crash();
    OurPrograms programs =
        new OurPrograms(jars) {
          @Override
          protected Tuning tuning(Rig rig, Component component) {
            return withFaults(super.tuning(rig, component), component);
          }
        };
    Spec spec = input.spec(setup, files.runId());
    rig = new Rig(spec, programs, services, files.directory(), files.directory(), ready -> {});
    Path text = setup.holdLast() ? files.head() : files.input();
    rig.parts()
        .add(
            Component.CLIENT,
            "client",
            starts -> {
              List<String> all = new ArrayList<>(input.clientArguments(text, seed, starts > 0));
              all.addAll(files.clientOptions(starts));
              return programs.client(rig, all);
            },
            status -> status == 0 || status == Rig.BAD_INPUT);
  }

  /** Adds the agent for a program that is to crash at this start, or that is made unsafe. */
  private synchronized Tuning withFaults(Tuning tuning, Component component) {
    List<String> faults = new ArrayList<>();
    setup
        .variant()
        .filter(variant -> variant.program().name().equals(component.name()))
        .ifPresent(variant -> faults.add(variant.toString()));
    if (!armed.isEmpty() && owner(armed) == component) {
      faults.add(armed);
      armed = "";
    }
    return faults.isEmpty()
        ? tuning
        : tuning.withFlags(List.of("-javaagent:" + agent + "=" + String.join(",", faults)));
  }

  /** The component that has a crash point. */
  private static Component owner(String point) {
    return point.startsWith("pub.") ? Component.SERVER : Component.CONSUMER;
  }

  public void start() throws IOException, InterruptedException {
    rig.start();
    probe = new ServerProbe(rig.serverPorts().get(0));
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

  /** Starts the program that has the setup's crash point anew, with the point armed. */
  public void restartArmed() throws IOException, InterruptedException {
    ChildProcess program = child(owner(setup.crash()));
    program.terminate(START_LIMIT);
    armed = setup.crash();
    program.start();
    awaitAtWork();
  }

  /**
   * Asks the consumer to end. One that dies at its crash point instead is started again, since the
   * commit that it makes at its end may be the hit that it waits for.
   *
   * @return whether it has ended
   */
  public boolean endConsumer() throws IOException, InterruptedException {
    awaitAtWork();
    boolean mayCrash = !setup.crash().isEmpty() && owner(setup.crash()) == Component.CONSUMER;
    if (mayCrash && child(Component.CONSUMER).terminate(START_LIMIT) == ChildProcess.KILLED) {
      crashesAtEnd++;
      child(Component.CONSUMER).start();
      return false;
    }
    rig.endConsumers();
    return true;
  }

  /** The process of a component; that of server and consumer is there once they are started. */
  public ChildProcess child(Component component) {
    List<ChildProcess> programs = rig.parts().of(component); // Flink's last is a TaskManager
    return node(component)
        .map(PrivateNode::node)
        .orElseGet(() -> programs.get(programs.size() - 1));
  }

  /** The service that a component is; empty if the component is a program of the rig. */
  private Optional<PrivateNode> node(Component component) {
    return switch (component) {
      case BROKER -> Optional.of(rig.services().rabbit());
      case REDIS -> rig.services().redis().map(redis -> redis);
      default -> Optional.empty();
    };
  }

  /**
   * Kills the components by SIGKILL, and counts those that were alive.
   *
   * @param unacked whether the consumer must hold messages then that it has not acked
   */
  public void kill(boolean unacked, List<Component> components)
      throws IOException, InterruptedException {
    if (unacked) {
      freezeUnacked();
    }
    components.forEach(component -> kill(child(component)));
    if (unacked) {
      child(Component.CONSUMER).thaw();
    }
  }

  /**
   * Freezes the consumer and waits until it was sent more messages, which it cannot ack any more.
   * Goes on without them after a while, since a second fault may hold them back.
   */
  private void freezeUnacked() throws IOException, InterruptedException {
    if (child(Component.CONSUMER).isAlive()) {
      child(Component.CONSUMER).freeze();
      long idle = rig.proxies().bytes(Link.CONSUME, Direction.BACK) + NO_MESSAGE_BYTES;
      Await.holds(DELIVERY_LIMIT, () -> rig.proxies().bytes(Link.CONSUME, Direction.BACK) > idle);
    }
  }

  /** Kills a process by SIGKILL, and counts it if it was alive. */
  public void kill(ChildProcess process) {
    kills += process.isAlive() ? 1 : 0;
    process.kill();
  }

  /** Starts components that were killed, and waits for those that are services. */
  public void startAgain(List<Component> components) throws IOException, InterruptedException {
    for (Component component : components) {
      child(component).start();
    }
    for (Component component : components) {
      Optional<PrivateNode> node = node(component);
      if (node.isPresent()) {
        node.get().awaitReady();
      }
    }
  }

  /** Starts a hostile client at the server, past its proxy. */
  public void attack(HostileClient client) {
    attacks.add(client.at(rig.serverPorts().get(0)));
  }

  /** Ends all hostile clients, once each has reached its aim or the load beside them is over. */
  public void endAttacks() throws InterruptedException {
    Await.holds(AIM_LIMIT, () -> attacksReachedAims() || child(Component.CLIENT).isDone());
    attacks.forEach(HostileLoad::close);
  }

  /** Whether every hostile client has reached its aim. */
  public boolean attacksReachedAims() {
    return attacks.stream().allMatch(HostileLoad::hasReachedAim);
  }

  /** Whether the consumer has said that it cannot make its counts durable. */
  public boolean hasRefusedCommit() {
    return child(Component.CONSUMER).output().contains(REFUSED_COMMIT);
  }

  /** The number of processes that died at their crash point. */
  public int crashes() {
    return crashesAtEnd + (int) unaskedExits().filter(this::isCrash).count();
  }

  /** The servers and consumers that died unasked and at no crash point, each kind once. */
  public List<String> deaths() {
    return unaskedExits()
        .filter(end -> !isCrash(end))
        .map(end -> end.component() + " ended by itself with " + end.status())
        .distinct()
        .toList();
  }

  private boolean isCrash(End end) {
    return !setup.crash().isEmpty() && end.status() == ChildProcess.KILLED;
  }

  private record End(Component component, int status) {}

  private Stream<End> unaskedExits() {
    return Stream.of(Component.SERVER, Component.CONSUMER)
        .flatMap(
            each ->
                rig.parts().of(each).stream()
                    .flatMap(part -> part.unaskedExits().stream())
                    .map(status -> new End(each, status)));
  }

  /** Kills what runs and closes the proxies; the broker stays. */
  @Override
  public void close() throws IOException {
    try (rig) {
      attacks.forEach(HostileLoad::close);
      for (Component each : List.of(Component.CLIENT, Component.SERVER, Component.CONSUMER)) {
        rig.parts().of(each).forEach(ChildProcess::kill);
      }
    }
  }
}
