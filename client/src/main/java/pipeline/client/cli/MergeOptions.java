package pipeline.client.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import pipeline.client.http.ServerUrl;
import pipeline.client.report.Expectation;
import pipeline.client.report.Outputs;

/** The command line of {@code merge}, which adds up what the clients of a fleet have measured. */
@Command(
    name = "java -jar client.jar merge",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = "Adds up the results of all clients of a fleet, as if one client had sent all.")
public final class MergeOptions extends CommandOptions {
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
      description =
          "Tell the server that the run has ended, if every request of every client succeeded."
              + " Repeat it for several servers.")
  private List<String> urls = List.of();

  public MergeOptions() {
    super(NAME + ": ");
  }

  public List<String> files() {
    return files;
  }

  /** The servers that are told the end of the run; none if it stays open. */
  public List<ServerUrl> urls() {
    return addresses("--url", urls);
  }

  /** Checks the outputs. */
  public Outputs.Config toOutputs() {
    NamedFiles named = new NamedFiles(files);
    return new Outputs.Config(
        Optional.empty(),
        named.output("--json", json),
        named.output("--report", report),
        expect == null ? List.of() : Expectation.parseAll(expect),
        List.of(),
        "",
        1);
  }
}
