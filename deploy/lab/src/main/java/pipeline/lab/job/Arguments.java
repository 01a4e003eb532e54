package pipeline.lab.job;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;
import pipeline.client.cli.ClientOptions;
import pipeline.client.input.BadInputException;
import pipeline.client.workload.Spool;
import pipeline.rig.OurPrograms;
import pipeline.testkit.process.FreePort;
import pipeline.wire.process.CommandLines;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/**
 * The arguments of {@code deploy/run}, whose --help describes them, checked. What is not ours goes
 * to the client. Not changed once parsed.
 */
@Command
final class Arguments implements Closeable {
  private static final String NUMBER = "[1-9][0-9]{0,8}";
  private static final int MAX_PORT = 65_535;
  private static final int MAX_CLIENTS = 99;
  static final String HELP = " (see --help)";

  /** What can be killed. */
  private static final String KINDS = "server|consumer|leader|taskmanager|jobmanager";

  /** A number that is at least 1. */
  private static int count(String value) {
    if (!value.matches(NUMBER)) {
      throw new TypeConversionException("'%s' is not a positive whole number".formatted(value));
    }
    return Integer.parseInt(value);
  }

  private static Workload workload(String value) {
    String otherwise =
        "'%s' is none of %s".formatted(value, Settings.spelled(Workload.class, ", "));
    return Workload.named(value).orElseThrow(() -> new TypeConversionException(otherwise));
  }

  /** The broker of the run; empty for the first that answers. */
  @Option(names = "--broker")
  String broker = "";

  @Option(names = "--broker-api")
  String brokerApi = "";

  /** Number of nodes of the run's own cluster; 0 for none. */
  @Option(names = "--cluster")
  int cluster;

  @Option(names = "--servers")
  int servers = 1;

  /** The mode of the balancer; empty for no balancer. */
  @Option(names = "--balancer")
  String balancer = "";

  /** The port of the one server, or of the balancer; 0 for any free one. */
  @Option(names = "--port")
  int port;

  @Option(names = "--partitions")
  String partitions = Objects.requireNonNullElse(System.getenv("PARTITIONS"), "1");

  @Option(names = "--clients")
  int clients = 1;

  @Option(names = "--consumers")
  int consumers = 1;

  @Option(names = "--consumer-threads")
  int consumerThreads = 1;

  /** What counts: consumer or flink. */
  @Option(names = "--counter")
  private String counter = "consumer";

  /** Number of TaskManagers; 0 if consumers count. */
  @Option(names = "--taskmanagers")
  int taskManagers;

  /** The store of the counts: empty for a file, redis for the run's own, or the URL of a Redis. */
  @Option(names = "--store")
  String store = "";

  @Option(names = "--design")
  String design = Objects.requireNonNullElse(System.getenv("DESIGN"), "");

  @Option(names = "--workload")
  Workload workload = Workload.WORDCOUNT;

  /** Number of requests that are generated; 0 for those of a text. */
  @Option(names = "--requests")
  int requests;

  @Option(names = "--seed")
  String seed = "1";

  @Option(names = "--kill")
  final List<String> kills = new ArrayList<>();

  @Option(names = "--kill-consumer")
  private boolean killConsumer;

  @Option(names = "--report")
  boolean report;

  /** The run's directory; null for one named after the time. */
  @Option(names = "--out")
  Path out;

  /** The file for the client's CSV; null for none. */
  @Option(names = "--csv")
  Path csv;

  @Option(names = "--repeat")
  private int repeat = 1;

  @Option(names = "--lines-per-request")
  int linesPerRequest = 1;

  @Option(names = {"--url", "--path"})
  private String elsewhere;

  @Parameters private final List<String> rest = new ArrayList<>();

  /** The text whose lines are sent; empty if requests are generated. */
  String file = "";

  /** FILE as it was typed, where {@link #file} may be a copy of a pipe. */
  String given = "";

  private String threads;
  private final List<String> clientOptions = new ArrayList<>();

  /** The arguments as they were typed. */
  List<String> typed;

  private Arguments() {}

  /**
   * Reads and checks the arguments, before anything is started or written.
   *
   * @throws IllegalArgumentException they are bad, in one line
   */
  static Arguments parse(String[] args) {
    Arguments all = new Arguments();
    all.typed = List.of(args);
    try {
      new CommandLine(all)
          .registerConverter(int.class, Arguments::count)
          .registerConverter(Workload.class, Arguments::workload)
          .setOverwrittenOptionsAllowed(true)
          .setUnmatchedOptionsArePositionalParams(true)
          .parseArgs(args);
      all.refuseUnknownOptions();
      all.takeInput();
      all.check();
      return all;
    } catch (ParameterException e) {
      throw new IllegalArgumentException(CommandLines.refusal(e), e);
    } catch (BadInputException e) {
      throw new IllegalArgumentException(e.getMessage() + HELP, e);
    }
  }

  /** Refuses an option that neither this program nor the client has. */
  private void refuseUnknownOptions() {
    CommandLine known = withThoseOfTheClient();
    Set<String> names = known.getCommandSpec().optionsMap().keySet();
    for (String each : rest) {
      String name = each.replaceFirst("=.*", "");
      if (name.startsWith("--") && !names.contains(name)) {
        throw new UnmatchedArgumentException(known, List.of(name));
      }
    }
  }

  /** All options that may be given, to be looked at. */
  static CommandLine withThoseOfTheClient() {
    CommandLine line = new CommandLine(new Arguments());
    CommandSpec all = line.getCommandSpec();
    ClientOptions.specs().stream()
        .filter(option -> Collections.disjoint(all.optionsMap().keySet(), List.of(option.names())))
        .forEach(all::addOption);
    return line;
  }

  /** Takes FILE N, or N where requests are generated, from the arguments that are no options. */
  private void takeInput() throws BadInputException {
    List<String> input = new ArrayList<>();
    int wanted = workload.isGenerated() ? 1 : 2;
    for (String each : rest) {
      boolean isOption = each.startsWith("-") && !each.equals("-");
      (isOption || input.size() == wanted ? clientOptions : input).add(each);
    }
    if (!workload.isGenerated()) {
      require(input.size() == 2, "FILE and N are needed");
      given = input.remove(0);
      file = given;
    }
    require(input.size() == 1, "only N is needed");
    threads = input.get(0);
    if (requests == 0) {
      requests = (int) workload.size();
    }
    if (killConsumer) {
      kills.add("consumer");
    }
  }

  private void check() throws BadInputException {
    require(elsewhere == null, "--url and --path are the client's own; this script starts servers");
    checkInput();
    require(clients <= MAX_CLIENTS, "--clients is '" + clients + "', but must be from 1 to 99");
    match("--partitions", partitions, "[1-9]|[1-5][0-9]|6[0-4]", "from 1 to 64");
    require(store.matches("|redis|rediss?://.+"), "--store must be redis or its URL");
    require(
        !store.contains("@"),
        "--store has a user or a password, which every process on this machine could read");
    require(
        consumers == 1 || !store.isEmpty(),
        "--consumers " + consumers + " needs --store: without it each would count for itself");
    match("--broker", broker, "|embedded|rabbitmq", "embedded or rabbitmq");
    require(
        !brokerApi.contains("@"),
        "--broker-api must not hold credentials: set BROKER_API_USER and BROKER_API_PASSWORD");
    match("--cluster", Integer.toString(cluster), "[0357]", "3, 5 or 7");
    require(cluster == 0 || !broker.equals("embedded"), "--cluster is of RabbitMQ, not embedded");
    match("--balancer", balancer, "|http|tcp", "http or tcp");
    require(
        !clientHas("--gets") || clientHas("--gets-url") || !store.isEmpty(),
        "--gets needs --store: without one the servers have nothing to read");
    checkClients();
    checkDesign();
    checkCounter();
    checkPort();
    checkKills();
  }

  private void checkClients() throws BadInputException {
    if (clients == 1) {
      return;
    }
    for (String own : List.of("--json", "--expect", "--run-id", "--part")) {
      require(!clientHas(own), "--clients and " + own + " exclude each other");
    }
    require(!isTimed(), "--clients needs a run of so many lines: time would leave gaps in it");
    require(csv == null, "--clients has no --csv: each client would write it");
    require(!design.matches("reference|both"), "--clients has no --design but exact");
  }

  private void checkDesign() throws BadInputException {
    match("--design", design, "|exact|reference|both", "exact, reference or both");
    if (design.isEmpty() || design.equals("exact")) {
      return;
    }
    String has = "--design " + design + " has no ";
    require(workload == Workload.WORDCOUNT, has + "--workload but wordcount");
    require(store.isEmpty(), has + "--store");
    require(balancer.isEmpty() && cluster == 0, has + "--balancer and no --cluster");
    require(partitions.equals("1"), has + "--partitions");
    require(linesPerRequest == 1, has + "--lines-per-request");
    require(csv == null || isReference(), has + "--csv, which both would write");
    require(
        isReference() || Objects.requireNonNullElse(System.getenv("QUEUE"), "").isEmpty(),
        has + "QUEUE, which both would declare");
  }

  private void checkCounter() throws BadInputException {
    match("--counter", counter, "consumer|flink", "consumer or flink");
    require(isFlink() || taskManagers == 0, "--taskmanagers needs --counter flink");
    if (isFlink()) {
      taskManagers = Math.max(1, taskManagers);
      String has = "--counter flink has no ";
      require(design.matches("|exact"), has + "--design " + design);
      require(store.isEmpty(), has + "--store");
      require(consumers == 1 && consumerThreads == 1, has + "--consumers with their threads");
      require(!report, has + "--report");
      require(!broker.equals("embedded"), "--counter flink is on RabbitMQ, not embedded");
    }
  }

  private void checkInput() throws BadInputException {
    if (!workload.isGenerated()) {
      Path text = Path.of(given);
      text = Spool.isNeeded(text) ? Spool.copy(text) : text;
      file = text.toString();
      require(Files.exists(text), file + " does not exist");
      require(Files.isRegularFile(text), file + " is not a file");
      require(Files.isReadable(text), file + " cannot be read");
      require(requests == 0, "--requests is for lift-rides and swipes; FILE has its lines");
    }
    match("--seed", seed, "[0-9]{1,9}", "a whole number");
    String numbers = NUMBER + "(," + NUMBER + ")*";
    match("N", threads, numbers, "a positive whole number, or several with commas");
  }

  /** Deletes the copy of a pipe. */
  @Override
  public void close() throws IOException {
    if (!file.equals(given)) {
      Files.deleteIfExists(Path.of(file));
    }
  }

  private void checkPort() throws BadInputException {
    require(port <= MAX_PORT, "--port is '" + port + "', but must be from 1 to 65535");
    require(
        port == 0 || !balancer.isEmpty() || servers == 1,
        "--port is for one server or a balancer, not for " + servers + " servers");
    require(port == 0 || FreePort.isFree(port), "port " + port + " is taken");
  }

  private void checkKills() throws BadInputException {
    for (String kill : kills) {
      match("--kill", kill, KINDS, "one of " + KINDS.replace("|", ", "));
      require(isFlink() || !kill.endsWith("manager"), "--kill " + kill + " needs --counter flink");
      require(!isFlink() || !kill.equals("consumer"), "--counter flink has no --kill consumer");
      require(!kill.equals("leader") || cluster != 0, "--kill leader needs --cluster");
      require(kills.indexOf(kill) == kills.lastIndexOf(kill), "--kill " + kill + " is given twice");
      require(!isTimed(), "--kill needs a run of so many lines, for the middle of it");
      require(
          csv == null || Files.notExists(csv) || Files.isRegularFile(csv),
          "--kill reads --csv, which must be a regular file");
    }
  }

  private static void match(String option, String value, String pattern, String good)
      throws BadInputException {
    require(value.matches(pattern), option + " is '" + value + "', but must be " + good);
  }

  private static void require(boolean good, String otherwise) throws BadInputException {
    if (!good) {
      throw new BadInputException(otherwise);
    }
  }

  boolean isReference() {
    return design.equals("reference");
  }

  boolean isFlink() {
    return counter.equals("flink");
  }

  /** How often the whole input is sent: {@code --repeat} times for each of the numbers in N. */
  long rounds() {
    return (long) repeat * threads.split(",").length;
  }

  /** Whether the run ends after a time instead of after a number of lines. */
  boolean isTimed() {
    return clientHas("--duration") || clientHas("--stages");
  }

  private boolean clientHas(String option) {
    return clientOptions.stream().anyMatch(each -> each.startsWith(option));
  }

  /** The client's arguments for what to send, and how. */
  List<String> client() {
    List<String> all = new ArrayList<>();
    if (workload.isGenerated()) {
      all.add(threads);
      all.addAll(OurPrograms.generated(workload, requests, Long.parseLong(seed)));
      // reads beside the swipes, as in the system that the workload follows, if they are served
      if (workload == Workload.SWIPES && !store.isEmpty() && !clientHas("--gets")) {
        all.add("--gets=5");
      }
    } else {
      all.addAll(List.of(file, threads));
    }
    all.addAll(clientOptions);
    if (repeat > 1) {
      all.addAll(List.of("--repeat", "" + repeat));
    }
    if (linesPerRequest > 1) {
      all.addAll(List.of("--lines-per-request", "" + linesPerRequest));
    }
    return all;
  }
}
