package pipeline.faults;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.FaultProxy;
import pipeline.testkit.proxy.Flow;

/** The proxy alone, as a slow connection between two programs, until it is interrupted. */
@Command(
    name = "proxy",
    mixinStandardHelpOptions = true,
    description = "Carries TCP connections from LISTEN to TARGET, with a delay each way.")
final class ProxyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "LISTEN",
      converter = Address.class,
      description = "PORT on the loopback, or HOST:PORT; port 0 for any free one.")
  private InetSocketAddress listen;

  @Parameters(
      paramLabel = "TARGET",
      converter = Address.class,
      description = "PORT on the loopback, or HOST:PORT.")
  private InetSocketAddress target;

  @Option(
      names = "--delay",
      converter = Millis.class,
      defaultValue = "0ms",
      description = "One-way delay, such as 40ms: a round trip takes twice as long.")
  private Duration delay;

  @Option(
      names = "--jitter",
      converter = Millis.class,
      defaultValue = "0ms",
      description = "Longest random delay that is added to each piece.")
  private Duration jitter;

  @Override
  public Integer call() throws Exception {
    try (FaultProxy proxy = new FaultProxy("proxy", listen, target)) {
      Flow slow = Flow.delayed(delay, jitter);
      proxy.set(Direction.THERE, slow);
      proxy.set(Direction.BACK, slow);
      spec.commandLine().getOut().println("proxy: listening on " + proxy.address());
      new CountDownLatch(1).await();
      return 0;
    }
  }

  /** Parses an address, PORT or HOST:PORT. */
  static final class Address implements ITypeConverter<InetSocketAddress> {
    private static final int MAX_PORT = 65_535;

    @Override
    public InetSocketAddress convert(String text) {
      int colon = text.lastIndexOf(':');
      try {
        int port = Integer.parseInt(text.substring(colon + 1));
        if (port >= 0 && port <= MAX_PORT) {
          return colon < 0
              ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
              : new InetSocketAddress(text.substring(0, colon), port);
        }
      } catch (NumberFormatException e) {
        // the message below says all there is to say
      }
      throw new TypeConversionException("'" + text + "' is not PORT or HOST:PORT");
    }
  }

  /** Parses a duration such as {@code 40ms} or {@code 2s}. */
  static final class Millis implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      String lower = text.toLowerCase(Locale.ROOT);
      try {
        if (lower.endsWith("ms")) {
          return Duration.ofMillis(
              Integer.parseUnsignedInt(lower.substring(0, lower.length() - 2)));
        }
        if (lower.endsWith("s")) {
          return Duration.ofSeconds(
              Integer.parseUnsignedInt(lower.substring(0, lower.length() - 1)));
        }
      } catch (NumberFormatException e) {
        // the message below says all there is to say
      }
      throw new TypeConversionException("'" + text + "' is not a time such as 40ms or 2s");
    }
  }
}
