package pipeline.client.cli;

import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import pipeline.client.http.ServerUrl;
import pipeline.client.input.BadInputException;
import pipeline.wire.process.Build;
import pipeline.wire.process.CommandLines;
import pipeline.wire.process.Console;
import pipeline.wire.settings.Settings;

/** A command line as typed, and the options that every command has, which are the last in help. */
public abstract class CommandOptions {
  private final String refusalPrefix;

  @Option(
      names = {"-q", "--quiet"},
      order = 1,
      description = "No live line, and on stderr only what went wrong.")
  private boolean quiet;

  @Option(
      names = {"-h", "--help"},
      order = 1,
      usageHelp = true,
      description = "Print this and exit.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      order = 1,
      versionHelp = true,
      description = "Print release, commit and JVM, and exit.")
  private boolean version;

  CommandOptions(String refusalPrefix) {
    this.refusalPrefix = refusalPrefix;
  }

  /**
   * Reads what was typed, and answers it if it asks for nothing but a text: nothing at all, {@code
   * --help}, {@code --version}.
   *
   * @return the exit code of such a command line; empty if there is something to do
   */
  public OptionalInt read(List<String> args, Console console) {
    if (args.isEmpty()) {
      console.err().print(CommandLines.synopsis(line()));
      return OptionalInt.of(2);
    }
    read(args);
    if (help) {
      console.out().print(line().getUsageMessage());
    } else if (version) {
      console.out().println(Build.current().line("client.jar"));
    }
    return help || version ? OptionalInt.of(0) : OptionalInt.empty();
  }

  final void read(List<String> args) {
    try {
      CommandLine.ParseResult typed = line().parseArgs(args.toArray(String[]::new));
      for (OptionSpec option : typed.matchedOptions()) {
        option.originalStringValues().forEach(v -> Settings.printable(option.longestName(), v));
      }
    } catch (ParameterException e) {
      throw new BadInputException(refusalPrefix + CommandLines.refusal(e));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(e.getMessage());
    }
  }

  final CommandLine line() {
    return CommandLines.coloured(new CommandLine(this));
  }

  public boolean isQuiet() {
    return quiet;
  }

  static List<ServerUrl> addresses(String option, List<String> texts) {
    return texts.stream().map(text -> ServerUrl.parse(option, text)).toList();
  }
}
