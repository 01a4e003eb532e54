package pipeline.faults;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.FaultProxy;
import pipeline.testkit.proxy.Flow;

/** The proxy alone makes two programs on the loopback far from each other, until it is ended. */
@Command(
    name = "proxy",
    mixinStandardHelpOptions = true,
    description = "Carries connections from a free port of the loopback to PORT, with a delay.")
final class ProxyCommand implements Callable<Integer> {
  private static final int MAX_PORT = 65_535;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PORT", description = "A port of the loopback.")
  private int port;

  @Option(
      names = "--delay",
      paramLabel = "MILLIS",
      defaultValue = "0",
      description = "One-way delay: a round trip takes twice as long. 0 to 10000.")
  private int millis;

  @Override
  public Integer call() throws Exception {
    check("PORT", port, 1, MAX_PORT);
    check("--delay", millis, 0, 10_000);
    try (FaultProxy proxy = new FaultProxy("proxy", port)) {
      Flow slow = Flow.delayed(Duration.ofMillis(millis), Duration.ZERO);
      proxy.set(Direction.THERE, slow);
      proxy.set(Direction.BACK, slow);
      spec.commandLine().getOut().println("proxy: listening on port " + proxy.port());
      spec.commandLine().getOut().flush();
      new CountDownLatch(1).await();
      return 0;
    }
  }

  private void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(),
          "%s is %s, but must be from %s to %s".formatted(name, value, least, most));
    }
  }
}
