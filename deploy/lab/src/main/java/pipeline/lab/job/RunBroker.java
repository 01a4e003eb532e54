package pipeline.lab.job;

import com.fasterxml.jackson.jr.ob.JSON;
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
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import pipeline.lab.job.Children.Ended;
import pipeline.lab.process.Program;
import pipeline.testkit.embedded.EmbeddedBrokerProcess;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.process.Tool;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.wire.process.Console;

/** The broker of a run: one that is there, or one of the run's own. Used by one thread. */
final class RunBroker {
  private static final Duration QUORUM_LIMIT = Duration.ofSeconds(20);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
  private static final String USUAL = "amqp://guest:guest@localhost:5672";

  private final Arguments arguments;
  private final Path root;
  private final Children children;
  private final Screen screen;
  private final Program tool;
  private final HttpClient http = HttpClient.newHttpClient();
  private List<PrivateRabbit> nodes = List.of();
  private String queue;

  /**
   * Starts nothing yet.
   *
   * @param root the checkout
   * @param tool broker.jar
   */
  RunBroker(Arguments arguments, Path root, Children children, Screen screen, Program tool) {
    this.arguments = arguments;
    this.root = root;
    this.children = children;
    this.screen = screen;
    this.tool = tool;
    queue = isSet("QUEUE") ? System.getenv("QUEUE") : arguments.workload;
  }

  /** Finds or starts the broker, and puts its URL into the programs' environment. */
  void start(Path out) throws IOException, InterruptedException, JobException {
    boolean isOwn = arguments.cluster() > 0 || arguments.broker.equals("embedded");
    String about = isOwn ? "" : aboutRunning();
    if (!about.isEmpty()) {
      useQueueOfOurOwn();
    } else if (arguments.cluster() > 0) {
      startCluster(out);
      about = about();
    } else if (arguments.broker.equals("rabbitmq")) {
      startRabbit(out);
      about = about();
    } else {
      startEmbedded();
      about = about().replaceAll(",.*", ", embedded");
    }
    screen.out().println(Console.printable("broker: " + about));
  }

  /** Product, version and nodes of a broker that runs already; empty if there is none. */
  private String aboutRunning() throws IOException, InterruptedException, JobException {
    if (isSet("RABBITMQ_URL")) {
      return about();
    }
    try {
      Map<String, String> usual = Map.of("RABBITMQ_URL", USUAL);
      String about = Tool.run(usual, tool.plus("about").command()).strip();
      children.export("RABBITMQ_URL", USUAL);
      return about;
    } catch (IOException e) {
      return "";
    }
  }

  /** The broker's product, version, type of queue and nodes. */
  private String about() throws IOException, InterruptedException, JobException {
    Ended answer = children.run(tool.plus("about"));
    if (answer.code() != 0) {
      throw JobException.said(answer.code());
    }
    return answer.text().strip();
  }

  /** Uses a queue of the run's own on a shared broker, unless the run was told which one to use. */
  private void useQueueOfOurOwn() throws IOException, InterruptedException, JobException {
    if (isSet("QUEUE")) {
      if (!depth().equals("0 0")) {
        throw JobException.failed("the queue " + queue + " is not empty");
      }
      return;
    }
    queue =
        "%s-%s-%s"
            .formatted(
                arguments.workload,
                System.currentTimeMillis() / 1_000,
                ProcessHandle.current().pid());
    children.export("QUEUE", queue);
    children.add(
        () -> {
          try {
            children.run(tool.plus("delete"));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  /** Starts a broker, never on 5672: a server or consumer left running elsewhere would join in. */
  private void startEmbedded() throws IOException, InterruptedException, JobException {
    EmbeddedBrokerProcess embedded = new EmbeddedBrokerProcess(root, children.log("broker"));
    children.add(embedded);
    try {
      embedded.awaitReady();
    } catch (StuckException e) {
      throw children.failed("broker", "does not start");
    }
    children.export("RABBITMQ_URL", embedded.url());
    screen.say("the broker's port: " + embedded.address());
  }

  private void startRabbit(Path out) throws IOException, InterruptedException, JobException {
    nodes = List.of(PrivateRabbit.managed(directory(out), children.log("broker"), List.of()));
    startNodes();
    children.export("RABBITMQ_URL", nodes.get(0).url());
    screen.say("the broker's management UI: " + ui(nodes.get(0)));
  }

  private void startCluster(Path out) throws IOException, InterruptedException, JobException {
    nodes = PrivateRabbit.cluster(directory(out), out, arguments.cluster());
    startNodes();
    String hosts =
        nodes.stream().map(node -> "127.0.0.1:" + node.port()).collect(Collectors.joining(","));
    children.export("RABBITMQ_URL", "amqp://guest:guest@" + hosts);
    children.export("QUEUE_TYPE", "quorum");
  }

  private Path directory(Path out) throws IOException {
    return Files.createDirectory(out.resolve("rabbitmq"));
  }

  private void startNodes() throws IOException, InterruptedException, JobException {
    for (PrivateRabbit node : nodes) {
      children.add(node);
      try {
        node.start();
      } catch (StuckException e) {
        throw children.failed(node.name(), "does not start: " + e.getMessage());
      }
      if (nodes.size() > 1) {
        screen.say("%s: 127.0.0.1:%s, UI at %s".formatted(node.name(), node.port(), ui(node)));
      }
    }
  }

  private static String ui(PrivateRabbit node) {
    return "http://localhost:%s (guest, guest)".formatted(node.managementPort().orElseThrow());
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
    return queueFact("members") instanceof List<?> nodes ? nodes.size() : 0;
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
    return arguments.workload.equals("swipes") ? queue + ".counts" : queue;
  }

  /** What the first node's management says about the queue. */
  private Object queueFact(String name) throws IOException, InterruptedException {
    URI queue =
        URI.create(
            "http://127.0.0.1:%s/api/queues/%%2F/%s"
                .formatted(nodes.get(0).managementPort().orElseThrow(), name(watchedQueue())));
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

  /** The queue's name, encoded as a part of a URL's path. */
  private static String name(String queue) {
    return URLEncoder.encode(queue, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The numbers of messages that wait and of dead ones. */
  String depth(String... options) throws IOException, InterruptedException {
    return children.run(tool.plus("depth").plus(options)).text().strip();
  }

  /** Waits until the queue is empty; false if it did not shrink for half a minute. */
  boolean empties() throws IOException, InterruptedException {
    return children.run(tool.plus("depth", "--until-empty", "30")).code() == 0;
  }

  private static boolean isSet(String variable) {
    String value = System.getenv(variable);
    return value != null && !value.isEmpty();
  }
}
