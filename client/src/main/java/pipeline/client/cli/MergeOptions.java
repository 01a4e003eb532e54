package pipeline.client.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import pipeline.client.http.ServerUrl;
import pipeline.client.input.BadInputException;
import pipeline.client.report.Expectation;
import pipeline.client.report.OutputConfig;
import pipeline.wire.process.CommandLines;

/** The command line of {@code merge}, which adds up what the clients of a fleet have measured. */
@Command(
    name = "java -jar client.jar merge",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = "Adds up the results of all clients of a fleet, as if one client had sent all.")
public final class MergeOptions {
  public static final String NAME = "merge";

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "What --json of each client wrote, from --part 1/K to K/K.")
  private List<String> files = List.of();

  @Option(names = "--json", paramLabel = "FILE", description = "Write the result as JSON.")
  private Path json;

  @Option(names = "--report", paramLabel = "FILE", description = "Write the result as a report.")
  private Path report;

  @Option(
      names = "--expect",
      paramLabel = "LIST",
      description = "Exit with 1 unless this holds for every step: 'p99<50ms,errors=0'.")
  private String expect;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = {
        "Tell the server that the run has ended, if every request of every client succeeded."
            + " Repeat it for several servers."
      })
  private List<String> urls = List.of();

  @Option(
      names = {"-q", "--quiet"},
      description = "On stderr only what went wrong.")
  private boolean quiet;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this and exit.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print release, commit and JVM, and exit.")
  private boolean version;

  private MergeOptions() {}

  /**
   * Reads what was typed.
   *
   * @param args what follows {@code merge}
   */
  public static MergeOptions parse(List<String> args) throws BadInputException {
    MergeOptions options = new MergeOptions();
    try {
      CommandLines.coloured(new CommandLine(options)).parseArgs(args.toArray(String[]::new));
      return options;
    } catch (ParameterException e) {
      throw new BadInputException(NAME + ": " + CommandLines.refusal(e));
    }
  }

  public static String usage() {
    return CommandLines.coloured(new CommandLine(new MergeOptions())).getUsageMessage();
  }

  public static String synopsis() {
    return CommandLines.synopsis(CommandLines.coloured(new CommandLine(new MergeOptions())));
  }

  public boolean helpRequested() {
    return help;
  }

  public boolean versionRequested() {
    return version;
  }

  public boolean isQuiet() {
    return quiet;
  }

  public List<String> files() {
    return files;
  }

  /** The servers that are told the end of the run; none if it stays open. */
  public List<ServerUrl> urls() throws BadInputException {
    List<ServerUrl> servers = new ArrayList<>();
    for (String url : urls) {
      servers.add(ServerUrl.parse("--url", url));
    }
    return servers;
  }

  /** Checks the outputs. */
  public OutputConfig toOutputs() throws BadInputException {
    Map<String, Path> written = new LinkedHashMap<>();
    written.put("--json", json);
    written.put("--report", report);
    written.values().removeIf(Objects::isNull);
    OutputOptions.refuseShared(files, written);
    return new OutputConfig(
        Optional.empty(),
        OutputOptions.writable("--json", json),
        List.of(),
        Optional.empty(),
        OutputOptions.writable("--report", report),
        expect == null ? List.of() : Expectation.parseAll(expect),
        Optional.empty(),
        "",
        1);
  }
}
