package pipeline.faults.system;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import pipeline.faults.hostile.HostileClients;
import pipeline.hooks.UnsafeVariant;
import pipeline.lab.process.CloseableStack;
import pipeline.lab.process.Footprint;
import pipeline.lab.system.CommandLines;
import pipeline.lab.system.Component;
import pipeline.lab.system.ServerProbe;
import pipeline.lab.system.Services;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.process.SupervisedProcess;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.testkit.redis.PrivateRedis;

/**
 * The pipeline of one run: its own server, consumer, client, proxies and queue, on a broker that
 * outlives it. Used by the run's thread only.
 */
public final class PipelineUnderTest implements Closeable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(3);

  /** More bytes than heartbeats and short answers of the broker have; a message has more. */
  private static final int NO_MESSAGE_BYTES = 200;

  /** The consumer's cache, too small for a flood: what was not used lately is read again. */
  private static final String CACHE_MIB = "2";

  private final Services services;
  private final BrokerQueue queue;
  private final StateDisk disk;
  private final ServerProbe probe;
  private final AtomicReference<String> crash;
  private final Wiring wiring;
  private final boolean crashPlanned;
  private final RunFiles files;
  private final HostileClients hostileClients;
  private final Map<Component, SupervisedProcess> children = new EnumMap<>(Component.class);
  private int kills;

  /**
   * Starts nothing yet but the proxies.
   *
   * @param disk closed by the caller, after this
   * @param seed of the requests, if they are generated
   */
  public PipelineUnderTest(
      Programs programs,
      Services services,
      RunFiles files,
      StateDisk disk,
      Setup setup,
      RunInput input,
      long seed)
      throws IOException {
    this.services = services;
    this.disk = disk;
    this.files = files;
    queue = new BrokerQueue(services.rabbit(), input, files.runId());
    crashPlanned = !setup.crash().isEmpty();
    crash = new AtomicReference<>(setup.holdLast() ? "" : setup.crash());
    int serverPort = FreePort.find();
    hostileClients = new HostileClients(serverPort);
    probe = new ServerProbe(serverPort);
    OptionalInt redisPort = services.redis().stream().mapToInt(PrivateRedis::port).findFirst();
    wiring = new Wiring(serverPort, services.rabbit().port(), redisPort);
    children.put(Component.BROKER, services.rabbit().node());
    services.redis().ifPresent(redis -> children.put(Component.REDIS, redis.node()));
    child(
        Component.SERVER,
        before ->
            programs.server(
                serverPort,
                PrivateRabbit.url(wiring.port(ProxiedConnection.PUBLISH)),
                queue,
                setup.serverSettings(),
                faults(variant(setup, UnsafeVariant.Program.SERVER), "pub.")),
        files);
    child(
        Component.CONSUMER,
        before ->
            programs.consumer(
                where(input),
                files.dump(),
                PrivateRabbit.url(wiring.port(ProxiedConnection.CONSUME)),
                queue,
                setup,
                faults(variant(setup, UnsafeVariant.Program.CONSUMER), "con.", "ckpt.")),
        files);
    Path text = setup.holdLast() ? files.head() : files.input();
    String url = CommandLines.base(wiring.port(ProxiedConnection.HTTP));
    children.put(
        Component.CLIENT,
        new SupervisedProcess(
            "client",
            before ->
                programs.client(
                    input.clientArguments(text, seed, before > 0),
                    url,
                    files.runId(),
                    files.clientResult(before),
                    before > 0,
                    variant(setup, UnsafeVariant.Program.CLIENT).toList()),
            status -> status == 0 || status == Programs.BAD_INPUT,
            files.log(Component.CLIENT)));
  }

  /** The consumer's options about where it keeps the counts. */
  private List<String> where(RunInput input) {
    return input.redis()
        ? List.of("--store", PrivateRedis.url(wiring.port(ProxiedConnection.STORE)))
        : List.of("--state", disk.directory().toString(), "--cache", CACHE_MIB);
  }

  private void child(Component component, IntFunction<ProcessBuilder> launch, RunFiles files) {
    children.put(
        component,
        new SupervisedProcess(component.toString(), launch, status -> false, files.log(component)));
  }

  private static Stream<String> variant(Setup setup, UnsafeVariant.Program program) {
    return setup.variant().filter(v -> v.program() == program).map(v -> v.toString()).stream();
  }

  /**
   * The faults that a program is started with: those it always has, and its crash point, for the
   * first start of the program that has it and for no other.
   */
  private List<String> faults(Stream<String> always, String... prefixes) {
    String armed = crash.get();
    boolean its = Stream.of(prefixes).anyMatch(armed::startsWith) && crash.compareAndSet(armed, "");
    return Stream.concat(always, its ? Stream.of(armed) : Stream.empty()).toList();
  }

  public void start() throws IOException, InterruptedException, StuckException {
    child(Component.SERVER).start();
    child(Component.CONSUMER).start();
    awaitAtWork();
  }

  /**
   * Waits until the server would take a request and the consumer has subscribed.
   *
   * @throws StuckException one of them is not ready in time, or refuses its settings or state
   */
  public void awaitAtWork() throws InterruptedException, StuckException {
    Await.until("server and consumer at work", START_LIMIT, () -> refused() || isAtWork());
    if (refused()) {
      throw new StuckException("settings or state refused");
    }
  }

  /** Whether the client has begun to send. */
  public boolean isLoaded() {
    return wiring.bytes(ProxiedConnection.HTTP, Direction.THERE) > 0;
  }

  private boolean isAtWork() throws IOException, InterruptedException, TimeoutException {
    return probe.isHealthy() && child(Component.CONSUMER).alive() && queue.hasConsumers();
  }

  private boolean refused() {
    return unaskedExits().anyMatch(end -> end.status() == Programs.BAD_INPUT);
  }

  /** Starts the program that has this crash point anew, with the point armed. */
  public void restartArmed(String point) throws IOException, InterruptedException, StuckException {
    Component owner = point.startsWith("pub.") ? Component.SERVER : Component.CONSUMER;
    child(owner).terminate(START_LIMIT);
    crash.set(point);
    child(owner).start();
    awaitAtWork();
  }

  public SupervisedProcess child(Component component) {
    return children.get(component);
  }

  public Services services() {
    return services;
  }

  /** Waits for a service that was started again. */
  public void awaitReady(Component component) throws InterruptedException, StuckException {
    if (component == Component.BROKER) {
      services.rabbit().awaitReady();
    } else if (component == Component.REDIS) {
      services.redis().orElseThrow().awaitReady();
    }
  }

  public BrokerQueue queue() {
    return queue;
  }

  public StateDisk disk() {
    return disk;
  }

  public ServerProbe probe() {
    return probe;
  }

  public Wiring wiring() {
    return wiring;
  }

  /** Kills a component by SIGKILL, and counts the kill if it was alive. */
  public void kill(Component component) throws IOException {
    if (child(component).alive()) {
      kills++;
    }
    child(component).kill();
  }

  /**
   * Freezes the consumer and waits until it was sent more messages, which it cannot ack any more.
   * Goes on without them after a while, since a second fault may hold them back.
   */
  public void freezeUnacked() throws IOException, InterruptedException {
    if (child(Component.CONSUMER).alive()) {
      child(Component.CONSUMER).freeze();
      long idle = wiring.bytes(ProxiedConnection.CONSUME, Direction.BACK) + NO_MESSAGE_BYTES;
      Await.holds(
          DELIVERY_LIMIT, () -> wiring.bytes(ProxiedConnection.CONSUME, Direction.BACK) > idle);
    }
  }

  public int kills() {
    return kills;
  }

  public HostileClients hostileClients() {
    return hostileClients;
  }

  public Footprint serverFootprint() throws IOException {
    return Footprint.of(child(Component.SERVER).pid());
  }

  /** Whether the consumer has said that it cannot make its counts durable. */
  public boolean hasRefusedCommit() throws IOException {
    return files.refusedCommits() > 0;
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
        .flatMap(each -> child(each).unaskedExits().stream().map(status -> new End(each, status)));
  }

  private record End(Component component, int status) {
    boolean isKill() {
      return status == Programs.KILLED;
    }
  }

  /** Kills what runs and closes the proxies; the broker stays. */
  @Override
  public void close() throws IOException {
    try (CloseableStack resources = new CloseableStack()) {
      resources.add(hostileClients);
      resources.add(wiring);
      resources.add(child(Component.CONSUMER));
      resources.add(child(Component.SERVER));
      resources.add(child(Component.CLIENT));
    }
  }
}
