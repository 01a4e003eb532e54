package pipeline.peers;

import picocli.CommandLine;

/** Entry point: {@code java -jar peers.jar COMMAND ...}; {@code --help} lists the commands. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new PeersCommand())
            .setExecutionExceptionHandler(
                (failure, command, parsed) -> {
                  command.getErr().println(command.getCommandName() + ": " + failure);
                  return 1;
                })
            .execute(args));
  }
}
