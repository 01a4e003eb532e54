package pipeline.rig;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import pipeline.rig.machine.CloseableStack;
import pipeline.testkit.haproxy.Haproxy;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.process.SupervisedProcess;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.wire.workload.Workload;

/**
 * The pipeline that a {@link Spec} describes, on a broker that is there. It is started once, loaded
 * by its user, drained, its consumers are ended for the proof, and it is closed. The programs are
 * {@code server-1}, {@code balancer}, {@code consumer-1} and so on, each with NAME.log and NAME.pid
 * in the rig's directory. Used by one thread.
 */
public final class Rig implements Closeable {
  /** The exit status of a program that died by signal 9, or at a crash point. */
  public static final int KILLED = 137;

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration CONSUMER_LIMIT = Duration.ofSeconds(60);
  private static final Duration END_LIMIT = Duration.ofSeconds(10);
  private static final int SHOWN_LINES = 15;

  /**
   * The shell command that starts a program in a session of its own, so that the terminal's Ctrl-C
   * reaches only this JVM, which then ends the programs in order. The shell notes its pid and
   * becomes the program. The arguments may hold a password, so the log does not have them.
   */
  private static final List<String> LAUNCH =
      List.of(
          "setsid",
          "sh",
          "-c",
          "[ ! -e \"$0\" ] || echo 'killed, starting again'; echo $$ >\"$0\"; exec \"$@\"");

  private final Spec spec;
  private final Programs programs;
  private final Services services;
  private final Path directory;
  private final Consumer<String> told;
  private final Proxies proxies;
  private final Queues queues;
  private final CloseableStack resources = new CloseableStack();
  private final Map<String, SupervisedProcess> parts = new LinkedHashMap<>();
  private final Map<Component, List<SupervisedProcess>> components = new EnumMap<>(Component.class);
  private final Map<String, List<String>> consumers = new LinkedHashMap<>();
  private final List<Integer> serverPorts = new ArrayList<>();
  private final List<Integer> entryPorts = new ArrayList<>();

  /**
   * Starts nothing yet.
   *
   * @param services closed by the caller, after this
   * @param directory for logs, pids and counts
   * @param told gets a line about each part that is ready
   */
  public Rig(
      Spec spec, Programs programs, Services services, Path directory, Consumer<String> told) {
    this.spec = spec;
    this.programs = programs;
    this.services = services;
    this.directory = directory;
    this.told = told;
    proxies = new Proxies(spec.links());
    resources.add(proxies);
    queues = new Queues(services.amqp(), spec);
    resources.add(queues);
  }

  public Spec spec() {
    return spec;
  }

  public Services services() {
    return services;
  }

  public Queues queues() {
    return queues;
  }

  public Proxies proxies() {
    return proxies;
  }

  /** The broker's URL at one end of a link, which may be that of a proxy. */
  public String amqp(Link link) {
    return spec.links().containsKey(link)
        ? PrivateRabbit.url(port(link, services.rabbit().port()))
        : services.amqp();
  }

  /** The URL of Redis for consumers, which may be that of a proxy; empty if there is none. */
  public String redis() {
    return spec.links().containsKey(Link.STORE)
        ? "redis://127.0.0.1:" + port(Link.STORE, URI.create(services.redisUrl()).getPort())
        : services.redisUrl();
  }

  private int port(Link link, int target) {
    try {
      return proxies.port(link, target);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file of the counts of a counter, written by each of its consumers when it ends. */
  public Path dump(String counter) {
    String name = spec.workload() == Workload.WORDCOUNT ? "counts" : counter;
    return directory.resolve(name + ".tsv");
  }

  /**
   * Starts all that the spec names, and returns when every server is ready and every consumer has
   * subscribed.
   *
   * @throws RigException one of them died, or is not ready within a minute
   */
  public void start() throws IOException, InterruptedException {
    for (int i = 1; i <= spec.servers(); i++) {
      int port = spec.balancer().isEmpty() ? wantedPort() : FreePort.find();
      serverPorts.add(port);
      part(Component.SERVER, "server-" + i, () -> programs.server(this, port)).start();
    }
    for (int i = 1; i <= spec.servers(); i++) {
      awaitServer("server-" + i, serverPorts.get(i - 1));
    }
    startBalancer();
    startConsumers();
  }

  private int wantedPort() throws IOException {
    return spec.port() == 0 ? FreePort.find() : spec.port();
  }

  /** Waits for a server's signs, with a fixed port, so that one that is killed comes back there. */
  private void awaitServer(String name, int port) throws IOException, InterruptedException {
    ServerProbe probe = new ServerProbe(port);
    awaitReady(name, probe::reason, () -> isReady(name, port, probe));
    told.accept(name + ": " + CommandLines.base(port));
  }

  private boolean isReady(String name, int port, ServerProbe probe)
      throws IOException, InterruptedException {
    for (Spec.Sign sign : spec.signs()) {
      boolean is =
          switch (sign) {
            case SAID -> said(name).contains("serving " + CommandLines.base(port));
            case HEALTHY -> probe.isHealthy();
            case TAKES_A_LINE -> probe.isReady();
          };
      if (!is) {
        return false;
      }
    }
    return true;
  }

  private void startBalancer() throws IOException, InterruptedException {
    if (spec.balancer().isEmpty()) {
      entryPorts.addAll(serverPorts);
      return;
    }
    int port = wantedPort();
    List<String> haproxy =
        Haproxy.command(services.root(), spec.balancer(), serverPorts, port, directory);
    Program program = Program.of("balancer", haproxy.toArray(String[]::new));
    supervised(Component.BALANCER, "balancer", starts -> program, Spec.Restart.NEVER::isDone)
        .start();
    ServerProbe probe = new ServerProbe(port);
    awaitReady("balancer", probe::reason, probe::isHealthy);
    entryPorts.add(port);
    told.accept("balancer: HAProxy, %s, %s".formatted(spec.balancer(), CommandLines.base(port)));
  }

  /**
   * Starts the consumers. Those of one store write the same file of counts, one after the other,
   * and the last one's stays.
   */
  private void startConsumers() throws IOException, InterruptedException {
    if (spec.signs().contains(Spec.Sign.TAKES_A_LINE) && !spec.counters().isEmpty()) {
      // the lines that showed that the servers are ready belong to nobody's input
      queues.awaitWaiting(spec.servers(), START_LIMIT);
      queues.purge();
    }
    int number = 0;
    for (String counter : spec.counters()) {
      List<String> names = new ArrayList<>();
      for (int i = 1; i <= spec.consumers(); i++) {
        String name = "consumer-" + ++number;
        Path state = directory.resolve("state").resolve(spec.consumers() == 1 ? counter : name);
        part(Component.CONSUMER, name, () -> programs.consumer(this, counter, state)).start();
        names.add(name);
        told.accept("%s: %s, %s threads".formatted(name, counter, spec.consumerThreads()));
      }
      consumers.put(counter, names);
    }
    awaitConsumers();
  }

  /**
   * Waits until each thread of each consumer has subscribed.
   *
   * @throws RigException a consumer died, or they have not within a minute
   */
  public void awaitConsumers() throws IOException, InterruptedException {
    int channels = spec.consumers() * spec.consumerThreads();
    for (String name : names()) {
      awaitReady(name, Optional::empty, () -> queues.areConsumed(channels));
    }
  }

  private List<String> names() {
    return consumers.values().stream().flatMap(List::stream).toList();
  }

  private interface Launch {
    Program program() throws IOException;
  }

  private SupervisedProcess part(Component component, String name, Launch launch) {
    return supervised(
        component,
        name,
        starts -> {
          try {
            return launch.program();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        spec.restart()::isDone);
  }

  /**
   * Makes a program a part of this rig, which ends it when it is closed; starts nothing yet.
   *
   * @param launch the program, given how often it was started before
   * @param done whether a program that ended with this status stays down
   */
  public SupervisedProcess supervised(
      Component component, String name, IntFunction<Program> launch, IntPredicate done) {
    Path pid = directory.resolve(name + ".pid");
    SupervisedProcess part =
        new SupervisedProcess(
            name,
            starts -> {
              Program program = launch.apply(starts);
              return new Program(name, LAUNCH, program.environment())
                  .plus(pid.toString())
                  .plus(program.command().toArray(String[]::new))
                  .builder();
            },
            done,
            log(name));
    parts.put(name, part);
    components.computeIfAbsent(component, none -> new ArrayList<>()).add(part);
    resources.add(() -> Files.deleteIfExists(pid));
    resources.add(part);
    resources.add(() -> part.end(END_LIMIT));
    return part;
  }

  /** The part of that name, such as {@code consumer-1}. */
  public SupervisedProcess part(String name) {
    return parts.get(name);
  }

  /** The processes of a component, in the order of their start. */
  public List<SupervisedProcess> parts(Component component) {
    return List.copyOf(components.getOrDefault(component, List.of()));
  }

  /** Stops all processes of a component by SIGSTOP; their connections stay open. */
  public void freeze(Component component) throws IOException {
    for (SupervisedProcess part : parts(component)) {
      part.freeze();
    }
  }

  /** Continues all processes of a component by SIGCONT. */
  public void thaw(Component component) throws IOException {
    for (SupervisedProcess part : parts(component)) {
      part.thaw();
    }
  }

  private interface Reason {
    Optional<String> said() throws InterruptedException;
  }

  private void awaitReady(String name, Reason reason, Await.Condition ready)
      throws IOException, InterruptedException {
    SupervisedProcess part = part(name);
    boolean held = Await.holds(START_LIMIT, () -> part.isDone() || ready.holds());
    if (part.isDone()) {
      throw failed(name, "died while starting");
    }
    if (!held) {
      String why = reason.said().map(said -> " (" + said + ")").orElse("");
      throw failed(name, "is not ready after " + START_LIMIT.toSeconds() + " s" + why);
    }
  }

  /** The exception that names a part, what it did and its log. */
  public RigException failed(String name, String what) throws IOException {
    List<String> lines = said(name).lines().toList();
    return new RigException(
        name + " " + what + "; its log is " + log(name),
        lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
  }

  /** What a part has written, by all of its starts; empty if nothing. */
  public String said(String name) throws IOException {
    Path log = log(name);
    return Files.exists(log) ? new String(Files.readAllBytes(log), StandardCharsets.UTF_8) : "";
  }

  private Path log(String name) {
    return directory.resolve(name + ".log");
  }

  /** The ports of the servers themselves. */
  public List<Integer> serverPorts() {
    return List.copyOf(serverPorts);
  }

  /** The ports that a client sends to: the balancer's, or those of all servers, or of proxies. */
  public List<Integer> ports() {
    return entryPorts.stream().map(port -> port(Link.HTTP, port)).toList();
  }

  /** The URLs that a client sends to. */
  public List<String> urls() {
    return ports().stream().map(CommandLines::base).toList();
  }

  /**
   * Waits until the queues are empty; consumers may hold messages still.
   *
   * @param patience how long the queues may stay as long as they are
   * @throws RigException a consumer has died, or the queues have not become shorter for that long
   */
  public void drain(Duration patience) throws IOException, InterruptedException {
    for (String name : names()) {
      if (part(name).isDone()) {
        throw failed(name, "died");
      }
    }
    if (!names().isEmpty() && !queues.empty(patience)) {
      throw failed(names().get(0), "does not empty the queue");
    }
  }

  /**
   * Ends the consumers, which then write their counts and what they have to say about them.
   *
   * @return by counter, the report of the consumer that ended last, which is about all lines
   * @throws RigException one does not end in a minute, or not with exit code 0
   */
  public Map<String, ConsumerReport> endConsumers() throws IOException, InterruptedException {
    Map<String, ConsumerReport> reports = new LinkedHashMap<>();
    for (Map.Entry<String, List<String>> its : consumers.entrySet()) {
      for (String name : its.getValue()) {
        int code = end(name);
        if (code != 0) {
          throw failed(name, "ended with exit code " + code);
        }
        reports.put(its.getKey(), new ConsumerReport(said(name)));
      }
    }
    return reports;
  }

  private int end(String name) throws IOException, InterruptedException {
    try {
      return part(name).terminate(CONSUMER_LIMIT);
    } catch (StuckException e) {
      RigException failure = failed(name, "did not end in " + CONSUMER_LIMIT.toSeconds() + " s");
      failure.initCause(e);
      throw failure;
    }
  }

  /** Ends all parts, the last first, and then closes the proxies; the services stay. */
  @Override
  public void close() throws IOException {
    resources.close();
  }
}
