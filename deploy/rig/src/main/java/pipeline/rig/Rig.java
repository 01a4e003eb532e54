package pipeline.rig;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import pipeline.rig.machine.CloseableStack;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.ProgramException;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.wire.workload.Workload;

/**
 * The pipeline that a {@link Spec} describes, on a broker that is there. It is started once,
 * loaded, drained, what counts is ended for the proof, and it is closed. The programs are {@code
 * server-1}, {@code balancer}, {@code consumer-1} and so on, each with NAME.log and NAME.pid in the
 * rig's directory. Used by one thread.
 */
public final class Rig implements Closeable {
  /** The exit status of a program that refuses its arguments, its settings or its state. */
  public static final int BAD_INPUT = 2;

  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  /** How long consumers may take to read their queues, and Flink until its job runs. */
  private static final Duration READING_LIMIT = Duration.ofMinutes(5);

  private static final Duration QUORUM_LIMIT = Duration.ofSeconds(20);
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  private final Spec spec;
  private final OurPrograms programs;
  private final Services services;
  private final Path logs;
  private final Path counts;
  private final Consumer<String> told;
  private final Proxies proxies;
  private final Queues queues;
  private final CloseableStack resources = new CloseableStack();
  private final Parts parts;
  private final Map<String, Counters> counters = new LinkedHashMap<>();
  private final List<Integer> serverPorts = new ArrayList<>();
  private final List<Integer> entryPorts = new ArrayList<>();
  private PrivateRabbit leader;

  /**
   * Starts nothing yet.
   *
   * @param services closed by the caller, after this
   * @param logs a directory for the programs' output and pids
   * @param counts a directory for the consumers' states and dumps
   * @param told gets a line about each part that is ready
   */
  public Rig(
      Spec spec,
      OurPrograms programs,
      Services services,
      Path logs,
      Path counts,
      Consumer<String> told) {
    this.spec = spec;
    this.programs = programs;
    this.services = services;
    this.logs = logs;
    this.counts = counts;
    this.told = told;
    proxies = new Proxies(spec.links);
    resources.add(proxies);
    queues = new Queues(services.amqp(), spec);
    resources.add(queues);
    parts = new Parts(logs);
    resources.add(parts);
    for (String counter : spec.counters()) {
      counters.put(
          counter,
          spec.taskManagers > 0
              ? new FlinkCluster(this, programs, counter, counters.size() + 1)
              : new Consumers(this, programs, counter, new ArrayList<>()));
    }
  }

  public Spec spec() {
    return spec;
  }

  public Services services() {
    return services;
  }

  /** The directory for the consumers' states and dumps. */
  public Path counts() {
    return counts;
  }

  /** The processes of this rig, to which its user may add. */
  public Parts parts() {
    return parts;
  }

  public Queues queues() {
    return queues;
  }

  public Proxies proxies() {
    return proxies;
  }

  /** The broker's URL at one end of a link, which may be that of a proxy. */
  public String amqp(Link link) {
    return spec.links.containsKey(link)
        ? PrivateRabbit.url(port(link, services.rabbit().port()))
        : services.amqp();
  }

  /** The URL of Redis for consumers, which may be that of a proxy; empty if there is none. */
  public String redis() {
    return spec.links.containsKey(Link.STORE)
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

  /** The directory of the consumers' states, in that of the counts. */
  public static Path states(Path counts) {
    return counts.resolve("state");
  }

  /** The file of the counts of a counter, written by each of its consumers when it ends. */
  public Path dump(String counter) {
    String name = spec.workload == Workload.WORDCOUNT ? "counts" : counter;
    return counts.resolve(name + ".tsv");
  }

  /**
   * Starts all that the spec names, and returns when every server is ready, every consumer reads
   * its queues, and each queue of a cluster has a copy on every node.
   *
   * @throws ProgramException one of them died, or is not ready within a minute
   * @throws IOException a queue has too few copies, or a node leads more than its share of queues
   */
  public void start() throws IOException, InterruptedException {
    for (int i = 1; i <= spec.servers; i++) {
      int port = spec.balancer.isEmpty() ? wantedPort() : FreePort.find();
      serverPorts.add(port);
      part(Component.SERVER, "server-" + i, starts -> programs.server(this, port)).start();
    }
    for (int i = 1; i <= spec.servers; i++) {
      // the port is fixed, so that a server that is killed comes back there
      int port = serverPorts.get(i - 1);
      new ServerProbe(port).awaitReady(parts.named("server-" + i), spec.signs, START_LIMIT);
      told.accept("server-" + i + ": " + OurPrograms.url(port));
    }
    startBalancer();
    forgetSigns();
    for (Counters each : counters.values()) {
      each.start();
    }
    awaitConsumers();
    if (services.nodes().size() > 1) {
      awaitQuorum();
    }
  }

  private int wantedPort() throws IOException {
    return spec.port == 0 ? FreePort.find() : spec.port;
  }

  private void startBalancer() throws IOException, InterruptedException {
    if (spec.balancer.isEmpty()) {
      entryPorts.addAll(serverPorts);
      return;
    }
    int port = wantedPort();
    Program program = programs.balancer(this, port, logs);
    ChildProcess balancer =
        parts.add(Component.BALANCER, "balancer", starts -> program, Spec.Restart.NEVER::isDone);
    balancer.start();
    new ServerProbe(port).awaitReady(balancer, Set.of(Spec.Sign.HEALTHY), START_LIMIT);
    entryPorts.add(port);
    told.accept("balancer: HAProxy, %s, %s".formatted(spec.balancer, OurPrograms.url(port)));
  }

  /** Forgets the lines that showed that the servers are ready: they belong to nobody's input. */
  private void forgetSigns() throws IOException, InterruptedException {
    if (spec.signs.contains(Spec.Sign.TAKES_A_LINE) && !spec.counters().isEmpty()) {
      queues.awaitWaiting(spec.servers, START_LIMIT);
      queues.purge();
    }
  }

  /**
   * Waits until the queues have a copy on every node of the broker.
   *
   * @throws IOException they do not get it, or a node leads more than its share of partitions
   */
  private void awaitQuorum() throws IOException, InterruptedException {
    List<PrivateRabbit> nodes = services.nodes();
    List<String> names = queues.names();
    if (!Await.holds(QUORUM_LIMIT, () -> Leaders.ask(nodes, names).copies() == nodes.size())) {
      throw new IOException("the queue is not on all " + nodes.size() + " nodes");
    }
    Leaders leaders = Leaders.ask(nodes, names);
    String busiest = leaders.busiest();
    leader = nodes.stream().filter(each -> each.name().equals(busiest)).findAny().orElseThrow();
    int partitions = spec.topology().partitions().number();
    told.accept(
        partitions == 1
            ? "queue: quorum of %s, led by %s".formatted(nodes.size(), busiest)
            : "leaders: " + leaders);
    int share = counters.size() * ((partitions - 1) / nodes.size() + 1);
    if (leaders.most() > share) {
      throw new IOException(
          "%s leads %s queues, but its share is %s".formatted(busiest, leaders.most(), share));
    }
  }

  /** The node of a cluster that led the queue, or most of the queues, when the rig was started. */
  public PrivateRabbit leader() {
    return leader;
  }

  /**
   * Waits until all that counts reads the queues.
   *
   * @throws ProgramException one of them died, or they do not in time
   */
  public void awaitConsumers() throws IOException, InterruptedException {
    awaitReading(READING_LIMIT);
  }

  private void awaitReading(Duration limit) throws IOException, InterruptedException {
    for (Counters each : counters.values()) {
      each.awaitReading(limit);
    }
  }

  void tell(String line) {
    told.accept(line);
  }

  ChildProcess part(Component component, String name, Parts.Launch launch) {
    Parts.Launch placed = starts -> spec.tuning(component).placed(launch.program(starts));
    return parts.add(component, name, placed, spec.restart::isDone);
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
    return ports().stream().map(OurPrograms::url).toList();
  }

  /**
   * Starts a program that sends to this rig, such as {@link OurPrograms#client}. It is asked to end
   * when the rig is closed. One that is to be started again is added to the {@link #parts}.
   *
   * @param out what it prints is appended there
   * @param err for what goes wrong, perhaps the same file; empty to show it with ours
   */
  public ChildProcess load(Program program, Path out, Optional<Path> err) throws IOException {
    ChildProcess sender = ChildProcess.start(program.name(), program.builder(), out, err);
    resources.add(() -> sender.end(END_LIMIT));
    return sender;
  }

  /**
   * Waits until the queues are empty, and all is acked if Flink counts or the broker is a cluster;
   * other consumers may hold messages still, which they count before they end.
   *
   * @param patience how long the queues may stay as long as they are, and what counts may take to
   *     read them
   * @throws ProgramException what counts has died, or the queues have not become shorter for that
   *     long
   */
  public void drain(Duration patience) throws IOException, InterruptedException {
    List<ChildProcess> counting = parts.of(Component.CONSUMER);
    for (ChildProcess part : counting) {
      if (part.isDone()) {
        throw part.failed("died");
      }
    }
    // one that was killed may not have been started again yet, and must be before it can be ended
    awaitReading(patience);
    if (!counting.isEmpty() && !queues.empty(patience)) {
      throw counting.get(0).failed("does not empty the queue");
    }
    if (spec.taskManagers > 0 || services.nodes().size() > 1) {
      queues.awaitNoneHeld(services.nodes());
    }
  }

  /**
   * Ends what counts, which then writes its counts and what it has to say about them.
   *
   * @throws ProgramException a process does not end in time, or not as it should
   */
  public void endConsumers() throws IOException, InterruptedException {
    for (Counters each : counters.values()) {
      each.end();
    }
  }

  /**
   * What was counted by one of the spec's counters; to be asked for when they have ended. It is
   * nothing if they were never started.
   */
  public Proof proof(String counter) {
    return new Proof(dump(counter), new ConsumerReport(counters.get(counter).said()));
  }

  /** Ends all parts, the last first, and then closes the proxies; the services stay. */
  @Override
  public void close() throws IOException {
    resources.close();
  }
}
