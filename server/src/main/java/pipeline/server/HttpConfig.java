package pipeline.server;

import java.time.Duration;
import pipeline.wire.settings.Settings;

/**
 * What HTTP callers may do. Host, port, threads and connections are server.jar's own; the WAR's are
 * its Tomcat's. Immutable.
 *
 * @param bodyLimit in bytes
 * @param readDeadline for a whole body
 */
record HttpConfig(
    String host, int port, int threads, int maxConnections, int bodyLimit, Duration readDeadline) {

  /** No request holds a thread while it waits, so more of them only pass work around. */
  private static final int THREADS = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());

  static HttpConfig from(Settings settings) {
    return new HttpConfig(
        settings.text("SERVER_HOST", "0.0.0.0"),
        settings.number("SERVER_PORT", 8080, 0, 65_535),
        settings.number("SERVER_THREADS", THREADS, 2, 2_000),
        settings.number("MAX_CONNECTIONS", 8_192, 1, 100_000),
        settings.number("BODY_LIMIT", 1 << 20, 100, 1 << 20),
        Duration.ofMillis(settings.number("READ_DEADLINE_MS", 10_000, 100, 600_000)));
  }
}
