package pipeline.lab.job;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import pipeline.rig.Component;
import pipeline.rig.Queues;
import pipeline.rig.Services;
import pipeline.rig.Spec;
import pipeline.rig.machine.CloseableStack;
import pipeline.testkit.embedded.EmbeddedBrokerProcess;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.amqp.Topology;
import pipeline.wire.process.Console;
import pipeline.wire.settings.Settings;

/**
 * The broker and the store of a run: those that are there, or the run's own, which {@link #close}
 * ends. Used by one thread.
 */
final class RunServices implements Closeable {
  private static final Duration QUORUM_LIMIT = Duration.ofSeconds(20);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
  private static final String USUAL = "amqp://guest:guest@localhost:5672";

  private final Arguments arguments;
  private final Path root;
  private final Path out;
  private final Screen screen;
  private final HttpClient http = HttpClient.newHttpClient();
  private final CloseableStack resources = new CloseableStack();
  private final Map<String, String> settings = new HashMap<>(System.getenv());
  private List<PrivateRabbit> nodes = List.of();
  private Services services;
  private Spec spec;

  /**
   * Starts nothing yet.
   *
   * @param root the checkout
   * @param out the run's directory
   */
  RunServices(Arguments arguments, Path root, Path out, Screen screen) {
    this.arguments = arguments;
    this.root = root;
    this.out = out;
    this.screen = screen;
    spec = arguments.spec(isSet("QUEUE") ? System.getenv("QUEUE") : arguments.workload);
  }

  /** What stands in the run, with the name of its queue. */
  Spec spec() {
    return spec;
  }

  Services services() {
    return services;
  }

  /**
   * Finds or starts the broker and the store.
   *
   * @throws JobException they cannot be used, or a setting of the environment is bad
   */
  void start() throws IOException, InterruptedException, JobException {
    screen.out().println(Console.printable("broker: " + findBroker()));
    Optional<PrivateRedis> redis =
        arguments.store.equals("redis") ? Optional.of(startRedis()) : Optional.empty();
    String store = redis.map(PrivateRedis::url).orElse(arguments.store);
    services = new Services(root, settings.get("RABBITMQ_URL"), nodes, store, redis);
    if (nodes.size() > 1) {
      spec = spec.withSetting("QUEUE_TYPE", "quorum");
    }
    if (!store.isEmpty()) {
      spec = spec.with(Component.SERVER, "REDIS_URL", store); // it reads what the consumers keep
    }
  }

  private String findBroker() throws IOException, InterruptedException, JobException {
    boolean isOwn = arguments.cluster() > 0 || arguments.broker.equals("embedded");
    Optional<String> running = isOwn ? Optional.empty() : aboutRunning();
    if (running.isPresent()) {
      useQueueOfOurOwn();
      return running.get();
    }
    if (arguments.cluster() > 0) {
      startCluster();
    } else if (arguments.broker.equals("rabbitmq")) {
      startRabbit();
    } else {
      startEmbedded();
      return about().replaceAll(",.*", ", embedded");
    }
    return about();
  }

  /** Product, version and nodes of a broker that runs already; empty if there is none. */
  private Optional<String> aboutRunning() throws JobException {
    if (isSet("RABBITMQ_URL")) {
      return Optional.of(about());
    }
    settings.put("RABBITMQ_URL", USUAL);
    try (Queues queues = queues()) {
      return Optional.of(queues.about(type()));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private String about() throws JobException {
    try (Queues queues = queues()) {
      return queues.about(type());
    } catch (IOException e) {
      screen.say("broker: " + e.getMessage());
      throw JobException.said(1);
    } catch (IllegalArgumentException e) {
      screen.say("broker: " + e.getMessage());
      throw JobException.said(2);
    }
  }

  private Topology.QueueType type() {
    return Topology.from(new Settings(settings, new Properties())).type();
  }

  private Queues queues() {
    return new Queues(settings.get("RABBITMQ_URL"), spec);
  }

  /** Uses a queue of the run's own on a shared broker, unless the run was told which one to use. */
  private void useQueueOfOurOwn() throws IOException, JobException {
    if (isSet("QUEUE")) {
      try (Queues queues = queues()) {
        if (queues.waiting() > 0 || queues.dead() > 0) {
          throw JobException.failed("the queue " + spec.queue() + " is not empty");
        }
      }
      return;
    }
    long seconds = System.currentTimeMillis() / 1_000;
    long pid = ProcessHandle.current().pid();
    spec = arguments.spec("%s-%s-%s".formatted(arguments.workload, seconds, pid));
    resources.add(
        () -> {
          try (Queues queues = queues()) {
            queues.delete();
          }
        });
  }

  /** Starts a broker, never on 5672: a server or consumer left running elsewhere would join in. */
  private void startEmbedded() throws IOException, InterruptedException, JobException {
    Path log = out.resolve("broker.log");
    EmbeddedBrokerProcess embedded = new EmbeddedBrokerProcess(root, log);
    resources.add(embedded);
    try {
      embedded.awaitReady();
    } catch (StuckException e) {
      throw JobException.failed("broker does not start; its log is " + log);
    }
    settings.put("RABBITMQ_URL", embedded.url());
    screen.say("the broker's port: " + embedded.address());
  }

  private void startRabbit() throws IOException, InterruptedException, JobException {
    nodes = List.of(PrivateRabbit.managed(directory(), out.resolve("broker.log"), List.of()));
    startNodes();
    settings.put("RABBITMQ_URL", nodes.get(0).url());
    screen.say("the broker's management UI: " + ui(nodes.get(0)));
  }

  private void startCluster() throws IOException, InterruptedException, JobException {
    nodes = PrivateRabbit.cluster(directory(), out, arguments.cluster());
    startNodes();
    String hosts =
        nodes.stream().map(node -> "127.0.0.1:" + node.port()).collect(Collectors.joining(","));
    settings.put("RABBITMQ_URL", "amqp://guest:guest@" + hosts);
    settings.put("QUEUE_TYPE", "quorum");
  }

  private Path directory() throws IOException {
    return Files.createDirectory(out.resolve("rabbitmq"));
  }

  private void startNodes() throws IOException, InterruptedException, JobException {
    for (PrivateRabbit node : nodes) {
      resources.add(node);
      try {
        node.start();
      } catch (StuckException e) {
        throw JobException.failed(
            "%s does not start: %s; its log is %s.log"
                .formatted(node.name(), e.getMessage(), out.resolve(node.name())));
      }
      if (nodes.size() > 1) {
        screen.say("%s: 127.0.0.1:%s, UI at %s".formatted(node.name(), node.port(), ui(node)));
      }
    }
  }

  private static String ui(PrivateRabbit node) {
    return "http://localhost:%s (guest, guest)".formatted(node.managementPort().orElseThrow());
  }

  private PrivateRedis startRedis() throws IOException, InterruptedException, JobException {
    Path data = Files.createDirectory(out.resolve("redis"));
    PrivateRedis redis = new PrivateRedis(out, "--dir", data.toString());
    resources.add(redis);
    try {
      redis.start();
    } catch (StuckException e) {
      throw JobException.failed("redis does not start; its log is " + out.resolve("redis.log"));
    }
    screen.say("redis: " + redis.url());
    return redis;
  }

  /**
   * The URLs at which the client finds the broker's figures: the management APIs of the run's own
   * nodes, whose ports may not be the usual one, unless it was told; empty if it has to look for
   * them.
   */
  String api() {
    return !arguments.brokerApi.isEmpty() || !arguments.report
        ? arguments.brokerApi
        : nodes.stream()
            .map(node -> "http://127.0.0.1:" + node.managementPort().orElseThrow())
            .collect(Collectors.joining(","));
  }

  /** Waits until the queue has a copy on every node, which the management knows a second later. */
  void awaitQuorum() throws IOException, InterruptedException, JobException {
    if (nodes.size() < 2) {
      return;
    }
    if (!Await.holds(QUORUM_LIMIT, () -> members() == nodes.size())) {
      throw JobException.failed("the queue is not on all " + nodes.size() + " nodes");
    }
    screen.say("queue: quorum of %s, led by %s".formatted(nodes.size(), leader()));
  }

  private long members() throws IOException, InterruptedException {
    return queueFact("members") instanceof List<?> all ? all.size() : 0;
  }

  /** The node that leads the queue of a cluster. */
  String leader() throws IOException, InterruptedException {
    String leader = String.valueOf(queueFact("leader"));
    return leader.substring(0, Math.max(0, leader.indexOf('@')));
  }

  /** The pid of a node of the cluster. */
  long pid(String node) throws IOException {
    return nodes.stream()
        .filter(each -> each.name().equals(node))
        .findAny()
        .orElseThrow(() -> new IOException(node + " is no node of this run"))
        .node()
        .pid();
  }

  /** The queue to look at; swipes have a second one, which gets the same messages. */
  String watchedQueue() {
    return spec.topology(spec.counters().get(0)).queue();
  }

  /** What the first node's management says about the queue. */
  private Object queueFact(String name) throws IOException, InterruptedException {
    String encoded = URLEncoder.encode(watchedQueue(), StandardCharsets.UTF_8).replace("+", "%20");
    URI queue =
        URI.create(
            "http://127.0.0.1:%s/api/queues/%%2F/%s"
                .formatted(nodes.get(0).managementPort().orElseThrow(), encoded));
    String guest =
        Base64.getEncoder().encodeToString("guest:guest".getBytes(StandardCharsets.US_ASCII));
    HttpRequest request =
        HttpRequest.newBuilder(queue)
            .timeout(ANSWER_LIMIT)
            .header("Authorization", "Basic " + guest)
            .build();
    String answer = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    Object fact = JSON.std.mapFrom(answer).get(name);
    if (fact == null) {
      throw new IOException("the management says nothing about the queue's " + name);
    }
    return fact;
  }

  private static boolean isSet(String variable) {
    String value = System.getenv(variable);
    return value != null && !value.isEmpty();
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }
}
