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
import java.util.function.Consumer;
import pipeline.rig.machine.CloseableStack;
import pipeline.testkit.haproxy.Haproxy;
import pipeline.testkit.process.FreePort;
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

  private final Spec spec;
  private final Programs programs;
  private final Services services;
  private final Path directory;
  private final Consumer<String> told;
  private final Proxies proxies;
  private final Queues queues;
  private final CloseableStack resources = new CloseableStack();
  private final Parts parts;
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
    parts = new Parts(directory);
    resources.add(parts);
  }

  public Spec spec() {
    return spec;
  }

  public Services services() {
    return services;
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
    parts.awaitReady(name, START_LIMIT, probe::reason, () -> isReady(name, port, probe));
    told.accept(name + ": " + CommandLines.base(port));
  }

  private boolean isReady(String name, int port, ServerProbe probe)
      throws IOException, InterruptedException {
    for (Spec.Sign sign : spec.signs()) {
      boolean is =
          switch (sign) {
            case SAID -> parts.said(name).contains("serving " + CommandLines.base(port));
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
    parts
        .supervised(Component.BALANCER, "balancer", starts -> program, Spec.Restart.NEVER::isDone)
        .start();
    ServerProbe probe = new ServerProbe(port);
    parts.awaitReady("balancer", START_LIMIT, probe::reason, probe::isHealthy);
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
      parts.awaitReady(name, START_LIMIT, Optional::empty, () -> queues.areConsumed(channels));
    }
  }

  private List<String> names() {
    return consumers.values().stream().flatMap(List::stream).toList();
  }

  private interface Launch {
    Program program() throws IOException;
  }

  private SupervisedProcess part(Component component, String name, Launch launch) {
    return parts.supervised(
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
      if (parts.named(name).isDone()) {
        throw parts.failed(name, "died");
      }
    }
    if (!names().isEmpty() && !queues.empty(patience)) {
      throw parts.failed(names().get(0), "does not empty the queue");
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
        int code = parts.end(name, CONSUMER_LIMIT);
        if (code != 0) {
          throw parts.failed(name, "ended with exit code " + code);
        }
        reports.put(its.getKey(), new ConsumerReport(parts.said(name)));
      }
    }
    return reports;
  }

  /** Ends all parts, the last first, and then closes the proxies; the services stay. */
  @Override
  public void close() throws IOException {
    resources.close();
  }
}
