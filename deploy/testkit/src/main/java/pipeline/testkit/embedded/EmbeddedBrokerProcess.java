package pipeline.testkit.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;
import pipeline.testkit.process.ProgramException;

/** Runs broker.jar on a port that it finds itself. Thread-safe. */
public final class EmbeddedBrokerProcess implements Closeable {
  private static final Duration END_LIMIT = Duration.ofSeconds(10);
  private static final String READY = "broker ready on amqp://";

  private final ChildProcess process;

  /**
   * Starts the broker, and does not wait.
   *
   * @param checkout with broker.jar built
   * @param log a file that does not exist yet, for what it writes
   */
  public EmbeddedBrokerProcess(Path checkout, Path log) throws IOException {
    Path jar = checkout.resolve("deploy/local/target/broker.jar");
    ProcessBuilder java = Java.jar(jar, List.of(), "--port", "0");
    java.command().add(0, "setsid"); // the terminal's Ctrl-C is for us, who stop things in order
    process = ChildProcess.start("broker", java, log);
  }

  /**
   * Waits until the broker takes connections.
   *
   * @throws ProgramException the broker ended, or does not after a minute
   */
  public void awaitReady() throws IOException, InterruptedException {
    process.awaitErr(READY);
  }

  /** The broker's host and port, once it is ready. */
  public String address() {
    String ready =
        process.output().lines().filter(s -> s.startsWith(READY)).findFirst().orElseThrow();
    return ready.substring(READY.length());
  }

  /** The value for RABBITMQ_URL, once it is ready. */
  public String url() {
    return "amqp://guest:guest@" + address();
  }

  /** Asks the broker to end, so that it removes its files, and kills it if it does not. */
  @Override
  public void close() {
    process.end(END_LIMIT);
  }
}
