package pipeline.lab.job;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;
import pipeline.rig.Component;
import pipeline.rig.Jars;
import pipeline.rig.Queues;
import pipeline.rig.Services;
import pipeline.rig.Spec;
import pipeline.rig.machine.CloseableStack;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;
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
  private static final Duration END_LIMIT = Duration.ofSeconds(10);
  private static final String READY = "broker ready on amqp://";
  private static final String USUAL = "amqp://guest:guest@localhost:5672";

  private final Arguments arguments;
  private final Path root;
  private final Path out;
  private final Screen screen;
  private final CloseableStack resources = new CloseableStack();
  private final Map<String, String> settings = new HashMap<>(System.getenv());
  private List<PrivateRabbit> nodes = List.of();
  private String about;
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
    spec =
        JobRun.spec(
            arguments, isSet("QUEUE") ? System.getenv("QUEUE") : arguments.workload.spelled());
  }

  /** What stands in the run, with the name of its queue. */
  Spec spec() {
    return spec;
  }

  /** Product and version of the broker, for people. */
  String broker() {
    return about;
  }

  /**
   * Finds or starts the broker and the store.
   *
   * @throws IOException they cannot be used, or a setting of the environment is bad
   */
  Services start() throws IOException, InterruptedException {
    about = Console.printable(findBroker());
    screen.out().println("broker: " + about);
    Optional<PrivateRedis> redis =
        arguments.store.equals("redis") ? Optional.of(startRedis()) : Optional.empty();
    String store = redis.map(PrivateRedis::url).orElse(arguments.store);
    Services services = new Services(root, settings.get("RABBITMQ_URL"), nodes, store, redis);
    if (!store.isEmpty()) {
      spec = spec.with(Component.SERVER, "REDIS_URL", store); // it reads what the consumers keep
    }
    return services;
  }

  private String findBroker() throws IOException, InterruptedException {
    boolean isOwn =
        arguments.cluster > 0 || arguments.broker.equals("embedded") || arguments.isFlink();
    Optional<String> running = isOwn ? Optional.empty() : aboutRunning();
    if (running.isPresent()) {
      useQueueOfOurOwn();
      return running.get();
    }
    if (arguments.cluster > 0 || arguments.broker.equals("rabbitmq") || arguments.isFlink()) {
      startRabbit();
      return about();
    }
    startEmbedded();
    return about().replaceAll(",.*", ", embedded");
  }

  /** Product, version and nodes of a broker that runs already; empty if there is none. */
  private Optional<String> aboutRunning() throws IOException {
    if (isSet("RABBITMQ_URL")) {
      return Optional.of(about());
    }
    settings.put("RABBITMQ_URL", USUAL);
    try {
      return Optional.of(about());
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private String about() throws IOException {
    try (Queues queues = queues()) {
      return queues.about(type());
    } catch (IOException e) {
      throw new IOException("broker: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("broker: " + e.getMessage(), e);
    }
  }

  private Topology.QueueType type() {
    return Topology.from(new Settings(settings, new Properties())).type();
  }

  private Queues queues() {
    return new Queues(settings.get("RABBITMQ_URL"), spec);
  }

  /** Uses a queue of the run's own on a shared broker, unless the run was told which one to use. */
  private void useQueueOfOurOwn() throws IOException {
    if (isSet("QUEUE")) {
      try (Queues queues = queues()) {
        if (queues.waiting() > 0 || queues.dead() > 0) {
          throw new IOException("the queue " + spec.queue() + " is not empty");
        }
      }
      return;
    }
    long seconds = System.currentTimeMillis() / 1_000;
    long pid = ProcessHandle.current().pid();
    spec = JobRun.spec(arguments, "%s-%s-%s".formatted(arguments.workload.spelled(), seconds, pid));
    resources.add(this::deleteQueue);
  }

  /** Deletes the run's own queue; one that stays changes nothing of what the run has shown. */
  private void deleteQueue() {
    try (Queues queues = queues()) {
      queues.delete();
    } catch (IOException e) {
      screen.say("the queue " + spec.queue() + " is left behind: " + e.getMessage());
    }
  }

  /** Starts a broker, never on 5672: a server or consumer left running elsewhere would join in. */
  private void startEmbedded() throws IOException, InterruptedException {
    ProcessBuilder java = Java.jar(Jars.builtIn(root).of("deploy/local"), List.of(), "--port", "0");
    java.command().add(0, "setsid"); // the terminal's Ctrl-C is for us, who stop things in order
    ChildProcess embedded = ChildProcess.start("broker", java, out.resolve("broker.log"));
    resources.add(() -> embedded.end(END_LIMIT));
    embedded.awaitErr(READY);
    String ready = StringUtils.substringAfter(embedded.output(), READY);
    String address = StringUtils.substringBefore(ready, "\n");
    settings.put("RABBITMQ_URL", "amqp://guest:guest@" + address);
    screen.say("the broker's port: " + address);
  }

  /** Starts a node, or those of a cluster. */
  private void startRabbit() throws IOException, InterruptedException {
    Path home = Files.createDirectory(out.resolve("rabbitmq"));
    boolean isCluster = arguments.cluster > 0;
    nodes =
        isCluster
            ? PrivateRabbit.cluster(home, out, arguments.cluster)
            : List.of(PrivateRabbit.managed(home, out.resolve("broker.log"), List.of()));
    for (PrivateRabbit node : nodes) {
      resources.add(node);
      node.start();
      String ui =
          "http://localhost:%s (guest, guest)".formatted(node.managementPort().orElseThrow());
      screen.say(
          isCluster
              ? "%s: 127.0.0.1:%s, UI at %s".formatted(node.name(), node.port(), ui)
              : "the broker's management UI: " + ui);
    }
    String hosts =
        nodes.stream().map(node -> "127.0.0.1:" + node.port()).collect(Collectors.joining(","));
    settings.put("RABBITMQ_URL", "amqp://guest:guest@" + hosts);
    if (isCluster) {
      settings.put("QUEUE_TYPE", "quorum");
      spec = spec.with("QUEUE_TYPE", "quorum");
    }
  }

  private PrivateRedis startRedis() throws IOException, InterruptedException {
    Path data = Files.createDirectory(out.resolve("redis"));
    PrivateRedis redis = new PrivateRedis(out, "--dir", data.toString());
    resources.add(redis);
    redis.start();
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

  /** The queue to look at. Swipes have a second one, which gets the same messages. */
  String watchedQueue() {
    return spec.topology(spec.counters().get(0)).queue();
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
