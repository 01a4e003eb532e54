package pipeline.server.exchange;

import java.time.Duration;
import pipeline.wire.settings.Settings;

/**
 * The limits of HTTP requests. Host, port, threads and connections are server.jar's own; the WAR's
 * are its Tomcat's. Immutable.
 *
 * @param bodyLimit in bytes, for a body or a line of one
 * @param bulkBodyLimit in bytes, for a body of many lines
 * @param bulkLines the most lines in a body
 * @param bodiesLimit in bytes, for all bodies that are not complete yet
 * @param readDeadline for a whole body
 */
public record HttpConfig(
    String host,
    int port,
    int threads,
    int maxConnections,
    int bodyLimit,
    int bulkBodyLimit,
    int bulkLines,
    int bodiesLimit,
    Duration readDeadline) {

  /**
   * The default number of threads. No request holds a thread while it waits, so more threads would
   * only pass work around.
   */
  public static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

  /**
   * The default limit of connections for each MiB of the heap. A connection with a request under
   * way takes about 100 KiB, most of it Tomcat's buffers, so all of them take half of the heap at
   * most. If a flood used it up, an OutOfMemoryError would end Tomcat's own threads, and the server
   * would never answer again.
   */
  private static final int CONNECTIONS_PER_MIB = 5;

  private static final int MOST_CONNECTIONS = 8_192;

  private static final int MAX_BULK_BODY = 64 << 20;
  private static final int MAX_BULK_LINES = 1_000_000;

  /**
   * Reads the limits.
   *
   * @param threads by default
   */
  public static HttpConfig from(Settings settings, int threads) {
    return new HttpConfig(
        settings.text("SERVER_HOST", "0.0.0.0"),
        settings.number("SERVER_PORT", 8080, 0, 65_535),
        settings.number("SERVER_THREADS", threads, 2, 2_000),
        settings.number("MAX_CONNECTIONS", connectionsOfHeap(), 1, 100_000),
        settings.number("BODY_LIMIT", 1 << 20, 100, 1 << 20),
        settings.number("BULK_BODY_LIMIT", 4 << 20, 100, MAX_BULK_BODY),
        settings.number("BULK_LINES", 10_000, 1, MAX_BULK_LINES),
        settings.number("BODIES_LIMIT", 16 << 20, 1 << 10, Integer.MAX_VALUE),
        Duration.ofMillis(settings.number("READ_DEADLINE_MS", 10_000, 100, 600_000)));
  }

  private static int connectionsOfHeap() {
    return Math.min(MOST_CONNECTIONS, CONNECTIONS_PER_MIB * Settings.partOfHeapMib(1));
  }
}
