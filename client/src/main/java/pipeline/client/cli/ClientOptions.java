package pipeline.client.cli;

import static pipeline.client.input.BadInputException.refuseIf;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import pipeline.client.http.ServerUrl;
import pipeline.client.load.LoadShape;
import pipeline.client.report.Outputs;
import pipeline.client.workload.Part;
import pipeline.client.workload.Traffic;
import pipeline.wire.identity.RunId;

/** The command line as typed; {@link #toConfig} checks what it means. */
@Command(
    name = "java -jar client.jar",
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = {
      "java -jar client.jar FILE N [OPTIONS]",
      "       java -jar client.jar N --workload lift-rides|swipes [OPTIONS]"
    },
    description = {
      "Posts every non-empty line of FILE, or generated requests, and prints how long the answers"
          + " took.",
      "client.jar merge A.json B.json adds up the files of --json of all clients of a fleet."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every request succeeded",
      "1:requests failed, no server answered, a server refused the run, its end or --gets, --expect"
          + " does not hold, the input changed meanwhile, or an output could not be written",
      "2:bad arguments or input; nothing was sent",
      "129, 130, 143:ended by SIGHUP, Ctrl-C or SIGTERM, after what was in flight"
    },
    footerHeading = "%nEnvironment:%n",
    footer = {
      "  API_TOKEN      sent as Authorization: Bearer API_TOKEN",
      "  RABBITMQ_URL, PARTITIONS",
      "                 the broker that --report watches, and the number of its queues",
      "  BROKER_API_USER, BROKER_API_PASSWORD",
      "                 credentials of the broker's API (those of RABBITMQ_URL)"
    })
public final class ClientOptions extends CommandOptions {
  private static final int MAX_TIMEOUT_SECONDS = 3_600;

  /**
   * The settings of one run: its servers, shape and traffic, and the reads beside it. Checked and
   * immutable.
   *
   * @param urls the servers that share the load
   * @param timeout longest wait for an answer to one attempt, and for a free sender
   * @param coolDown the pause between the steps of a sweep, if it was asked for
   * @param getsRate reads a second beside the load; empty for none
   * @param getsUrls where reads are served
   * @param isResumed whether the run has begun before, and its lines are sent again
   * @param startAt when to begin; empty for at once
   */
  public record Config(
      List<ServerUrl> urls,
      LoadShape shape,
      Duration timeout,
      Optional<Duration> coolDown,
      Optional<Double> getsRate,
      List<ServerUrl> getsUrls,
      RunId runId,
      boolean isResumed,
      Optional<Instant> startAt,
      Traffic traffic) {}

  @Parameters(
      index = "0..1",
      arity = "0..2",
      paramLabel = "FILE N",
      hideParamSyntax = true,
      description = {
        "FILE: text to send, UTF-8; LF or CRLF ends a line. - is standard input, which is kept in a"
            + " temporary file until the end, as a pipe is.",
        "N: number of threads, each with one request in flight. A list such as 2,4,8 is a sweep:"
            + " each number sends the whole input, and a table compares them."
      })
  private List<String> arguments = List.of();

  @Mixin private WorkloadOptions workload;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://localhost:8080/server",
      description = {
        "Where the server is (default: ${DEFAULT-VALUE}).",
        "Repeat it for several servers, which then take turns."
      })
  private List<String> urls;

  @Mixin private ShapeOptions shape;

  @Option(
      names = "--cooldown",
      paramLabel = "SECONDS",
      description =
          "Between the steps of a sweep, longest wait for an empty queue (default: 60), 6 s at"
              + " least with figures of RabbitMQ's plugins, which lag; where the queue cannot be"
              + " seen, the exact wait (default: 0).")
  private String coolDown;

  @Option(
      names = "--gets",
      paramLabel = "RATE",
      description = "Read counts RATE times a second beside the load.")
  private String gets;

  @Option(
      names = "--gets-url",
      paramLabel = "URL",
      description = "Where counts are served, if not by the servers of --url.")
  private List<String> getsUrls = List.of();

  @Mixin private OutputOptions outputs;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Longest wait for an answer before a retry (default: ${DEFAULT-VALUE}).")
  private String timeout;

  @Mixin private RunOptions run;

  public ClientOptions() {
    super("");
  }

  public static ClientOptions parse(String... args) {
    ClientOptions options = new ClientOptions();
    options.read(List.of(args));
    return options;
  }

  /** All options. */
  public static List<OptionSpec> specs() {
    return new ClientOptions().line().getCommandSpec().options();
  }

  public Config toConfig() {
    refuseIf(run.isResumed() && workload.hasNoKeys(), "--resume and --no-key exclude each other");
    RunId id = run.id();
    Part part = run.part();
    return new Config(
        addresses("--url", urls),
        shape(part),
        Duration.ofSeconds(Amount.whole("--timeout", timeout, 1, MAX_TIMEOUT_SECONDS)),
        Optional.ofNullable(coolDown).map(text -> Amount.timeOrNone("--cooldown", text)),
        getsRate(part),
        addresses("--gets-url", getsUrls.isEmpty() ? urls : getsUrls),
        id,
        run.isResumed(),
        run.startAt(),
        workload.toTraffic(arguments, part)); // this comes last, since it may read a large file
  }

  public Outputs.Config toOutputs() {
    List<String> inputs = arguments.size() > 1 ? arguments.subList(0, 1) : List.of();
    return outputs.toConfig(inputs, workload.queue(), workload.linesPerRequest());
  }

  private LoadShape shape(Part part) {
    LoadShape all = shape.toShape(workload.threads(arguments));
    refuseIf(
        part.of() > 1 && all.threads().size() > 1,
        "--part needs one number of threads: the clients of a fleet do not wait for each other"
            + " between steps");
    return all.sharedBy(part.of());
  }

  private Optional<Double> getsRate(Part part) {
    refuseIf(gets == null && !getsUrls.isEmpty(), "--gets-url needs --gets");
    refuseIf(
        gets != null && workload.isElsewhere(),
        "--gets and --path exclude each other: --gets reads our API");
    return Optional.ofNullable(gets).map(text -> Amount.rate("--gets", text) / part.of());
  }
}
