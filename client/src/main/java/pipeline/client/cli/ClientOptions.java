package pipeline.client.cli;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import pipeline.client.http.ServerUrl;
import pipeline.client.input.BadInputException;
import pipeline.client.report.OutputConfig;
import pipeline.wire.identity.RunId;
import pipeline.wire.process.CommandLines;
import pipeline.wire.settings.Settings;

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
      "client.jar compare A.json B.json shows two files of --json side by side."
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
      "                 credentials of the broker's API, if RABBITMQ_URL has none"
    })
public final class ClientOptions {
  /** The greatest age of a run that may begin without {@code --resume}. */
  private static final Duration NEW = Duration.ofMinutes(10);

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
      description = {
        "Between the steps of a sweep, longest wait for an empty queue (default: 60), 6 s at least"
            + " with figures of RabbitMQ's plugins, which lag; where the queue cannot be seen, the"
            + " exact wait (default: 0)."
      })
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

  @Option(
      names = "--run-id",
      paramLabel = "HEX",
      description = {
        "The run's identity, a UUID of version 7 without hyphens (default: a new one). One that did"
            + " not begin in the last ten minutes wants --resume."
      })
  private String runId;

  @Option(
      names = "--resume",
      description = {
        "Send the same input again under --run-id. Lines keep their keys, so those that were"
            + " counted are not counted again."
      })
  private boolean resume;

  @Option(
      names = {"-q", "--quiet"},
      description = "No live line, and on stderr only what went wrong.")
  private boolean quiet;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this and exit.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print release, commit and JVM, and end.")
  private boolean version;

  private ClientOptions() {}

  public static ClientOptions parse(String... args) throws BadInputException {
    ClientOptions options = new ClientOptions();
    try {
      CommandLine.ParseResult typed = commandLine(options).parseArgs(args);
      for (OptionSpec option : typed.matchedOptions()) {
        option.originalStringValues().forEach(v -> Settings.printable(option.longestName(), v));
      }
      return options;
    } catch (ParameterException e) {
      throw new BadInputException(CommandLines.refusal(e));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(e.getMessage());
    }
  }

  public static String usage() {
    return commandLine(new ClientOptions()).getUsageMessage();
  }

  public static String synopsis() {
    return CommandLines.synopsis(commandLine(new ClientOptions()));
  }

  /** All options. */
  public static List<OptionSpec> specs() {
    return commandLine(new ClientOptions()).getCommandSpec().options();
  }

  private static CommandLine commandLine(ClientOptions options) {
    return CommandLines.coloured(new CommandLine(options));
  }

  public boolean isQuiet() {
    return quiet;
  }

  public boolean helpRequested() {
    return help;
  }

  public boolean versionRequested() {
    return version;
  }

  public ClientConfig toConfig() throws BadInputException {
    if (resume && runId == null) {
      throw new BadInputException("--resume needs the --run-id of the run to go on with");
    }
    if (resume && workload.hasNoKeys()) {
      throw new BadInputException("--resume and --no-key exclude each other");
    }
    String threads = workload.threads(arguments);
    return new ClientConfig(
        addresses("--url", urls),
        shape.toShape(threads),
        Duration.ofSeconds(Amount.whole("--timeout", timeout, 1, ClientConfig.MAX_TIMEOUT_SECONDS)),
        coolDown == null
            ? Optional.empty()
            : Optional.of(Amount.timeOrNone("--cooldown", coolDown)),
        getsRate(),
        addresses("--gets-url", getsUrls.isEmpty() ? urls : getsUrls),
        run(),
        resume,
        workload.toTraffic(arguments)); // this comes last, since it may read a large file
  }

  public OutputConfig toOutputs() throws BadInputException {
    int steps = shape.toShape(workload.threads(arguments)).steps(0).size();
    OutputConfig config = outputs.toConfig(workload.queue(), workload.linesPerRequest(), steps);
    outputs.refuseSharedFiles(
        arguments.size() > 1 ? Optional.of(arguments.get(0)) : Optional.empty());
    return config;
  }

  private OptionalDouble getsRate() throws BadInputException {
    if (gets == null && !getsUrls.isEmpty()) {
      throw new BadInputException("--gets-url needs --gets");
    }
    if (gets != null && workload.isElsewhere()) {
      throw new BadInputException("--gets and --path exclude each other: --gets reads our API");
    }
    return gets == null ? OptionalDouble.empty() : OptionalDouble.of(Amount.rate("--gets", gets));
  }

  /**
   * The run to send. An old id without {@code --resume} is refused: under an id that was used
   * before, lines of another input would be taken for those that were counted.
   */
  private RunId run() throws BadInputException {
    if (runId == null) {
      return RunId.random(new SecureRandom());
    }
    RunId run = version7();
    Instant start = Instant.ofEpochMilli(run.startMillis());
    Duration age = Duration.between(start, Instant.now()).abs(); // other clocks may be ahead
    if (!resume && age.compareTo(NEW) > 0) {
      throw new BadInputException(
          ("--run-id " + run + " began at " + start + ", not in the last ten minutes:")
              + " add --resume to go on with that run, or leave --run-id out to begin a new one");
    }
    return run;
  }

  private RunId version7() throws BadInputException {
    try {
      RunId run = RunId.parse(runId);
      if (run.isVersion7()) {
        return run;
      }
    } catch (IllegalArgumentException e) {
      // no 128 bits at all: the message below says what is expected
    }
    throw new BadInputException(
        "--run-id must be a UUID of version 7 in 32 hex digits, not '" + runId + "'");
  }

  private static List<ServerUrl> addresses(String option, List<String> texts)
      throws BadInputException {
    List<ServerUrl> addresses = new ArrayList<>();
    for (String text : texts) {
      addresses.add(ServerUrl.parse(option, text));
    }
    return addresses;
  }
}
