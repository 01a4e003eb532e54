package pipeline.consumer;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import pipeline.wire.process.CommandLines;
import pipeline.wire.process.OutputFile;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/** The command line; immutable once parsed. */
@Command(
    name = "java -jar consumer.jar",
    sortOptions = false,
    description = "Takes messages from the queue and counts every line once.",
    footerHeading = "%nEnvironment:%n",
    footer = {
      "  RABBITMQ_URL   amqp[s]://USER:PASSWORD@HOST:PORT[/VHOST]; default: localhost",
      "  REDIS_URL      redis[s]://[USER:PASSWORD@]HOST[:PORT][/DB], for --store redis",
      "  QUEUE          the queue's name (swipes: its beginning); default: the workload",
      "  QUEUE_TYPE     classic or quorum; default: classic",
      "  PARTITIONS     1; or up to 64, as the server's: QUEUE.0, QUEUE.1 and so on are read",
      "  DURABLE        on; or off: a restart of the broker removes the queue",
      "",
      "Exit codes: 0 done; 1 the last counts, the dump or standard output could not be",
      "written, or the program failed; 2 bad arguments, or a state that must not be used."
    })
final class ConsumerOptions {
  private static final String ROOM =
      "the store's room is the limit: the heap, with --state the disk, with --store maxmemory";

  private static final Pattern RANGE = Pattern.compile("(\\d{1,2})(?:-(\\d{1,2}))?");

  private static final int CACHE_PART = 3;
  private static final int MAX_CACHE_PART = 2;
  private static final int MEMORY_CACHE_PART = 8;
  private static final int MAX_THREADS = 2_000;
  private static final int MAX_PREFETCH = 65_535;

  /** The options of earlier releases, each with its replacement. */
  private static final Map<String, String> RETIRED =
      Map.of(
          "--max-runs", ROOM,
          "--max-identities", ROOM,
          "--max-words", ROOM,
          "--accept-java", "serialized maps are read by --design reference",
          "--run-ttl",
              "a run is remembered for 31 days after its start, and its queue's last line");

  /**
   * The prefetch of all channels together: enough to keep them busy from commit to commit at full
   * rate.
   */
  private static final int DEFAULT_PREFETCH = 10_000;

  @Parameters(paramLabel = "THREADS", description = "consumer threads, a channel each: 1 to 2000")
  int threads;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      description =
          "wordcount, lift-rides, swipe-counts or swipe-matches; default ${DEFAULT-VALUE}")
  String workload = Workload.Counter.WORDCOUNT.spelled();

  @Mixin DesignOptions design;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "keep the counts in DIR, so that they survive a kill; default: memory only")
  Optional<Path> state = Optional.empty();

  @Option(
      names = "--cache",
      paramLabel = "MIB",
      description =
          "memory for what is being counted with --state, which may be larger; at most half of the"
              + " heap; default: a third of it")
  private Optional<Integer> cache = Optional.empty();

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "keep the counts in redis[s]://HOST[:PORT][/DB], for several consumers; redis takes the"
              + " URL of REDIS_URL")
  Optional<String> store = Optional.empty();

  @Option(
      names = "--partitions",
      paramLabel = "A-B",
      description =
          "with --store, read these of the PARTITIONS only, counted from 0, or one of them;"
              + " default: all")
  private Optional<String> partitions = Optional.empty();

  @Option(
      names = "--commit-interval",
      paramLabel = "MS",
      defaultValue = "200",
      description =
          "milliseconds between checkpoints, 1 to 60000 (50 when half the prefetch awaits acks);"
              + " default ${DEFAULT-VALUE}")
  int commitIntervalMillis;

  @Option(
      names = "--ack",
      paramLabel = "MODE",
      description =
          "manual, after the commit; or auto: none, which loses messages; default: manual, with"
              + " --design reference auto")
  private Optional<String> ack = Optional.empty();

  @Option(
      names = "--prefetch",
      paramLabel = "N",
      description = "unacked messages a channel, 1 to 65535; default 10000 over all channels")
  private Optional<Integer> prefetch = Optional.empty();

  @Option(
      names = "--max-unacked",
      paramLabel = "MIB",
      defaultValue = "16",
      description =
          "MiB of unacked messages, beyond which reading pauses; default ${DEFAULT-VALUE}")
  private int maxUnacked;

  @Option(
      names = "--until-idle",
      paramLabel = "SECONDS",
      description = "end when the queue has been empty for this long")
  private Optional<Integer> untilIdle = Optional.empty();

  @Option(
      names = "--dump",
      paramLabel = "FILE",
      description = "write 'count<TAB>word' lines, or names, to FILE at the end")
  private Optional<Path> dumpPath = Optional.empty();

  Optional<OutputFile> dump = Optional.empty();

  @Option(names = "--report", description = "at the end, print what each run's identities prove")
  boolean report;

  @Option(
      names = "--http",
      paramLabel = "[ADDRESS:]PORT",
      description =
          "serve the live page, reads and metrics there, to all who reach it; ADDRESS is 127.0.0.1"
              + " if it is left out; default: not at all")
  private Optional<String> httpText = Optional.empty();

  /** Where the live page is served; empty if it is not. */
  Optional<InetSocketAddress> http = Optional.empty();

  @Option(
      names = {"-q", "--quiet"},
      description = "no live line, and on stderr only what went wrong")
  boolean quiet;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "print this and end")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "print release, commit and JVM, and end")
  boolean version;

  private ConsumerOptions() {}

  /**
   * @throws IllegalArgumentException with one line that names what is wrong
   */
  static ConsumerOptions parse(String... args) {
    for (String arg : args) {
      String option = arg.replaceFirst("=.*", "");
      if (RETIRED.containsKey(option)) {
        throw new IllegalArgumentException(
            option + " is no option any more: " + RETIRED.get(option));
      }
    }
    ConsumerOptions options = new ConsumerOptions();
    try {
      ParseResult given = commandLine(options).parseArgs(args);
      if (!options.help && !options.version) {
        options.design.check(given, options.workload);
        options.check();
      }
      return options;
    } catch (ParameterException e) {
      throw new IllegalArgumentException(CommandLines.refusal(e), e);
    }
  }

  private void check() {
    range("THREADS", threads, 1, MAX_THREADS);
    range("--commit-interval", commitIntervalMillis, 1, 60_000);
    range("--prefetch", prefetch(), 1, MAX_PREFETCH);
    range("--max-unacked", maxUnacked, 1, 1_000_000);
    range("--until-idle", untilIdle.orElse(1), 1, 86_400);
    range("--cache", cache.orElse(1), 1, Settings.partOfHeapMib(MAX_CACHE_PART));
    http = httpText.map(ConsumerOptions::address);
    refuse(cache.isPresent() && state.isEmpty(), "--cache is for --state");
    refuse(store.isPresent() && state.isPresent(), "--store and --state exclude each other");
    refuse(
        partitions.isPresent() && store.isEmpty(),
        "--partitions is for --store: without it nobody counts the others");
    String acks = ack.orElse("auto");
    if (!acks.equals("manual") && !acks.equals("auto")) {
      throw Settings.bad("--ack", acks, "manual or auto");
    }
    refuse(
        isAutoAck() && (store.isPresent() || state.isPresent() || prefetch.isPresent()),
        "--ack auto loses messages and waits for none: it excludes --state, --store, --prefetch");
    store.ifPresent(url -> Settings.printable("--store", url));
    state.ifPresent(path -> Settings.printable("--state", path.toString()));
    dump = dumpPath.map(path -> OutputFile.named("--dump", path));
  }

  private static void refuse(boolean isWrong, String reason) {
    if (isWrong) {
      throw new IllegalArgumentException(reason);
    }
  }

  /** An address, and not a name, which could come to mean another. */
  private static InetSocketAddress address(String http) {
    int colon = http.lastIndexOf(':');
    String port = http.substring(colon + 1);
    InetAddress address =
        colon < 0
            ? InetAddress.getLoopbackAddress()
            : NetUtil.createInetAddressFromIpAddressString(http.substring(0, colon));
    if (address == null || !port.matches("[0-9]{1,5}")) {
      throw Settings.bad("--http", http, "PORT or ADDRESS:PORT, with an IP address");
    }
    range("--http", Integer.parseInt(port), 1, 65_535);
    return new InetSocketAddress(address, Integer.parseInt(port));
  }

  private static void range(String name, int value, int min, int max) {
    refuse(
        value < min || value > max,
        name + " is " + value + ", but must be a whole number from " + min + " to " + max);
  }

  static String usage() {
    return commandLine(new ConsumerOptions()).getUsageMessage();
  }

  static String synopsis() {
    return CommandLines.synopsis(commandLine(new ConsumerOptions()));
  }

  private static CommandLine commandLine(ConsumerOptions options) {
    return CommandLines.coloured(new CommandLine(options));
  }

  int prefetch() {
    return prefetch.orElse(Math.max(1, DEFAULT_PREFETCH / Math.max(1, threads)));
  }

  /** The most bytes of messages that may be unacked. */
  long maxUnackedBytes() {
    return (long) maxUnacked << 20;
  }

  /**
   * Chooses the queues that are to be read from those of all partitions.
   *
   * @throws IllegalArgumentException if {@code --partitions} are not some of them
   */
  List<String> partitionsOf(List<String> queues) {
    if (partitions.isEmpty()) {
      return queues;
    }
    Matcher range = RANGE.matcher(partitions.get());
    int last = queues.size() - 1;
    if (range.matches()) {
      int from = Integer.parseInt(range.group(1));
      int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
      if (from <= to && to <= last) {
        return queues.subList(from, to + 1);
      }
    }
    throw Settings.bad(
        "--partitions",
        partitions.get(),
        "A-B or A, from 0 to " + last + ", as PARTITIONS is " + queues.size());
  }

  /** Whether a message counts as acked as soon as the broker has sent it. */
  boolean isAutoAck() {
    return ack.map("auto"::equals).orElse(design.isReference());
  }

  /**
   * The approximate bytes of the cache in memory; without a state directory, the counts come on
   * top.
   */
  long cacheBytes() {
    int mib =
        cache.orElse(Settings.partOfHeapMib(state.isEmpty() ? MEMORY_CACHE_PART : CACHE_PART));
    return (long) mib << 20;
  }

  Optional<Duration> untilIdle() {
    return untilIdle.map(Duration::ofSeconds);
  }
}
