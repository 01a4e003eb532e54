package pipeline.peers;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The list of sub-commands. */
@Command(
    name = "peers",
    mixinStandardHelpOptions = true,
    description = "What the pipeline is measured against.",
    subcommands = {NothingCommand.class, BacklogCommand.class})
final class PeersCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        new CommandLine(spec), "Name one of: " + spec.subcommands().keySet());
  }
}
