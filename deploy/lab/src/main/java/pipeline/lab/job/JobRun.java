package pipeline.lab.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.client.cli.ClientOptions;
import pipeline.client.input.BadInputException;
import pipeline.lab.process.Program;
import pipeline.lab.system.CommandLines;
import pipeline.lab.system.Jars;
import pipeline.lab.system.ServerProbe;
import pipeline.testkit.haproxy.Haproxy;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.FreePort;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.redis.PrivateRedis;

/**
 * One run: everything is started, a text is sent, and the counts are proved. Used by one thread.
 */
final class JobRun {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration BALANCER_LIMIT = Duration.ofSeconds(10);
  private static final Duration CONSUMER_LIMIT = Duration.ofSeconds(60);
  private static final Duration LOOK_INTERVAL = Duration.ofMillis(100);
  private static final int BAD_INPUT = 2;

  private final Arguments arguments;
  private final Path root;
  private final Path out;
  private final Screen screen;
  private final CommandLines commands;
  private final Children children;
  private final RunBroker broker;
  private final Proof proof;
  private final List<Integer> serverPorts = new ArrayList<>();
  private final List<String> consumers = new ArrayList<>();
  private Optional<ClientCsv.Pauses> pauses = Optional.empty();

  private JobRun(Arguments arguments, Path root, Path out, Screen screen, Children children) {
    this.arguments = arguments;
    this.root = root;
    this.out = out;
    this.screen = screen;
    this.children = children;
    commands = new CommandLines(Jars.builtIn(root), "");
    broker = new RunBroker(arguments, root, children, screen, commands.ours("deploy/local"));
    proof = new Proof(arguments, root, out, children, screen);
  }

  /**
   * How a run ended.
   *
   * @param code 0 if the counts are exact, 1 if not, 2 if the client refuses its options
   * @param losses of the counts of a text; null if they were not compared
   * @param pauses around the kills
   */
  record Outcome(int code, Losses losses, Optional<ClientCsv.Pauses> pauses) {}

  /**
   * Does a run; nothing that it has started is left.
   *
   * @param root the checkout, with the jars built
   */
  static Outcome run(Arguments arguments, Path root, Screen screen)
      throws IOException, InterruptedException, JobException {
    try (RunDirectory directory = RunDirectory.create(arguments, root);
        Children children = new Children(directory.path(), screen)) {
      JobRun run = new JobRun(arguments, root, directory.path(), screen, children);
      return new Outcome(run.perform(), run.proof.losses(), run.pauses);
    }
  }

  private int perform() throws IOException, InterruptedException, JobException {
    Path csv = arguments.csv == null ? out.resolve("client.csv") : arguments.csv;
    checkClient(csv);
    children.export("WORKLOAD", arguments.workload);
    children.export("DESIGN", arguments.isReference() ? "reference" : "exact");
    broker.start(out);
    if (arguments.isReference()) {
      children.export("QUEUE", broker.watchedQueue()); // the reference design has another default
    }
    startStore();
    startServers();
    startConsumers();
    broker.awaitQuorum();
    Path said = out.resolve("client.txt");
    long lines = arguments.kills.isEmpty() ? 0 : proof.linesToSend();
    Kills kills = new Kills(arguments, lines, csv, children, broker, screen);
    int code = runClient(urls(), said, csv, kills);
    if (code == BAD_INPUT) {
      return BAD_INPUT;
    }
    drain();
    pauses = kills.report();
    tellLatencies();
    if (!proof.holds(Files.readString(said), broker.depth(), reports())) {
      return 1;
    }
    if (code != 0) {
      throw JobException.failed("the client ended with exit code " + code);
    }
    return 0;
  }

  /** Sets the Redis that was named, or starts one; the server reads what the consumers keep. */
  private void startStore() throws IOException, InterruptedException, JobException {
    String store = arguments.store;
    if (store.equals("redis")) {
      Path data = Files.createDirectory(out.resolve("redis"));
      PrivateRedis redis = new PrivateRedis(out, "--dir", data.toString());
      children.add(redis);
      try {
        redis.start();
      } catch (StuckException e) {
        throw children.failed("redis", "does not start");
      }
      store = redis.url();
      screen.say("redis: " + store);
    }
    if (!store.isEmpty()) {
      children.export("REDIS_URL", store);
    }
  }

  /** Starts each server with a fixed port, so that one which is killed comes back on the same. */
  private void startServers() throws IOException, InterruptedException, JobException {
    for (int i = 1; i <= arguments.servers(); i++) {
      int port = arguments.balancer.isEmpty() ? wantedPort() : FreePort.find();
      serverPorts.add(port);
      Program server =
          commands
              .ours("server")
              .with("SERVER_HOST", "127.0.0.1")
              .with("SERVER_PORT", Integer.toString(port));
      children.start("server-" + i, server, true);
    }
    for (int i = 1; i <= arguments.servers(); i++) {
      String name = "server-" + i;
      int port = serverPorts.get(i - 1);
      String url = CommandLines.base(port);
      ServerProbe probe = new ServerProbe(port);
      // its log says where it listens: another may answer on a port that looked free
      children.awaitReady(
          name,
          START_LIMIT,
          () ->
              children.said(name).contains("serving " + url)
                  && (arguments.isReference() || probe.isHealthy()));
      screen.say(name + ": " + url);
    }
  }

  private int wantedPort() throws IOException {
    return arguments.port.isEmpty() ? FreePort.find() : Integer.parseInt(arguments.port);
  }

  /** The URLs that the client sends to: of a balancer, which is started here, or of all servers. */
  private List<String> urls() throws IOException, InterruptedException, JobException {
    return arguments.balancer.isEmpty()
        ? serverPorts.stream().map(CommandLines::base).toList()
        : List.of(startBalancer());
  }

  private String startBalancer() throws IOException, InterruptedException, JobException {
    int port = wantedPort();
    List<String> haproxy = Haproxy.command(root, arguments.balancer, serverPorts, port, out);
    children.start("balancer", Program.of("balancer", haproxy.toArray(String[]::new)), false);
    String url = CommandLines.base(port);
    ServerProbe probe = new ServerProbe(port);
    children.awaitReady("balancer", BALANCER_LIMIT, probe::isHealthy);
    screen.say("balancer: HAProxy, " + arguments.balancer + ", " + url);
    return url;
  }

  /**
   * Starts the consumers. Those of one store write the same file of counts, one after the other,
   * and the last one's stays.
   */
  private void startConsumers() throws IOException {
    for (String workload : proof.workloads()) {
      List<String> where =
          arguments.isReference()
              ? List.of("--design", "reference")
              : arguments.store.isEmpty()
                  ? List.of("--state", out.resolve("state").resolve(workload).toString())
                  : List.of("--store", "redis"); // that of REDIS_URL: no password in a command line
      for (int i = 1; i <= arguments.consumers(); i++) {
        String name = "consumer-" + (consumers.size() + 1);
        Program consumer =
            commands
                .ours("consumer")
                .plus(arguments.consumerThreads, "--workload", workload)
                .plus(where.toArray(String[]::new))
                .plus("--dump", proof.counts(workload).toString(), "--report");
        children.start(name, consumer, true);
        consumers.add(name);
        screen.say("%s: %s, %s threads".formatted(name, workload, arguments.consumerThreads));
      }
    }
  }

  /** The client's arguments but for the URLs. */
  private List<String> clientArguments(Path csv) {
    List<String> all = new ArrayList<>(arguments.client());
    if (!arguments.kills.isEmpty() || arguments.csv != null) {
      all.addAll(List.of("--csv", csv.toString()));
    }
    if (arguments.report) {
      all.addAll(List.of("--report", out.resolve("report.html").toString()));
      all.addAll(List.of("--json", out.resolve("client.json").toString()));
      all.addAll(List.of("--queue", broker.watchedQueue()));
    }
    if (!broker.api().isEmpty()) {
      all.addAll(List.of("--broker-api", broker.api()));
    }
    return all;
  }

  /** Refuses in time what the client would refuse once all has been started. */
  private void checkClient(Path csv) throws JobException {
    try {
      ClientOptions options = ClientOptions.parse(clientArguments(csv).toArray(String[]::new));
      options.toOutputs();
      options.toConfig();
    } catch (BadInputException e) {
      screen.say("client: " + e.getMessage());
      throw JobException.said(BAD_INPUT);
    }
  }

  /** Runs the client and carries out the kills meanwhile; returns the client's exit status. */
  private int runClient(List<String> urls, Path said, Path csv, Kills kills)
      throws IOException, InterruptedException {
    Program client = commands.ours("client").plus(clientArguments(csv).toArray(String[]::new));
    for (String url : urls) {
      client = client.plus("--url", url);
    }
    ChildProcess running = children.startShown(client, said);
    while (!running.endsWithin(LOOK_INTERVAL)) {
      kills.look();
    }
    screen.out().print(Files.readString(said));
    screen.out().flush();
    return running.awaitEnd();
  }

  /** Tells the latencies of each consumer since its last start, on the screen and in the report. */
  private void tellLatencies() throws IOException {
    List<String> latencies = new ArrayList<>();
    for (String consumer : consumers) {
      CountLatency.in(children.said(consumer))
          .ifPresent(
              latency -> latencies.add(consumer + ", from published to counted: " + latency));
    }
    latencies.forEach(screen.out()::println);
    if (arguments.report) {
      CountLatency.addTo(out.resolve("report.html"), latencies);
    }
  }

  /** The last report of each workload's consumers, which is about all of its lines. */
  private Map<String, String> reports() throws IOException {
    Map<String, String> reports = new HashMap<>();
    int ended = 0;
    for (String workload : proof.workloads()) {
      ended += arguments.consumers();
      reports.put(workload, children.said(consumers.get(ended - 1)));
    }
    return reports;
  }

  /** Ends the consumers once the queue is empty; their counts are written then. */
  private void drain() throws IOException, InterruptedException, JobException {
    Optional<String> dead = consumers.stream().filter(children::hasEnded).findFirst();
    if (dead.isPresent()) {
      throw children.failed(dead.get(), "died");
    }
    if (!broker.empties()) {
      throw children.failed("consumer-1", "does not empty the queue");
    }
    for (String name : consumers) {
      int code = children.finish(name, CONSUMER_LIMIT);
      if (code != 0) {
        throw children.failed(name, "ended with exit code " + code);
      }
    }
    for (String workload : proof.workloads()) {
      if (!Files.isRegularFile(proof.counts(workload))) {
        throw JobException.failed("nobody wrote " + workload + "'s counts");
      }
    }
  }
}
