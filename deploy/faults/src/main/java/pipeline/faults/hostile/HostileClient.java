package pipeline.faults.hostile;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a hostile client does to a server that others need. */
public enum HostileClient {
  /** Each line is of a run of its own. */
  RUNS,
  /** Each line brings thousands of words that nobody has seen. */
  WORDS,
  /**
   * Requests of a run are so far from each other that none shares a piece of its bitmap: single
   * lines, and thousands at a time.
   */
  FAR_LINES,
  /**
   * Many lines a request: as many as there may be, up to the last number of a run and beyond it,
   * ranges that overlap, lines that each bring a word nobody has seen.
   */
  RANGES,
  /** Requests whose heads never end. */
  SLOW_HEADS,
  /** Requests whose bodies never end, on paths that want one and on others. */
  SLOW_BODIES,
  /** Long bodies, of which each is on its way for seconds. */
  LONG_BODIES,
  /** Lines that are six times as long as messages, and at once. */
  SWELLING_LINES,
  /** Requests without end, whose answers are not read. */
  UNREAD_ANSWERS;

  /**
   * The beginning of all words that hostile clients send, and of no other word. These words are
   * counted like any other, so comparisons of counts leave them out.
   */
  public static final String MARK = "~hostile~";

  private static final String POST = "POST /server/textbody/wordcount HTTP/1.1\r\nHost: x\r\n";

  /** When the runs of all hostile clients began. */
  private static final long START_MILLIS = System.currentTimeMillis();

  /** The number of requests that are counted soon. */
  private static final int MANY = 2_000;

  /** The number of requests whose lines have many words: more than the consumer keeps in memory. */
  private static final int FEW = 120;

  private static final int WORDS_A_LINE = 3_000;

  /** How many numbers share a piece of a bitmap. */
  private static final int PIECE = 1 << 16;

  private static final int FAR_TOGETHER = 5_000;

  /** The most lines that a request may have, by the server's default. */
  private static final int MAX_LINES = 10_000;

  /** The length of a slow body in bytes: the most that the server takes by default. */
  private static final int BODY = 4 << 20;

  /** The part of a slow body that is sent at a time. */
  private static final String LINES = (MARK + "\n").repeat(20_000);

  /** A word whose control characters take six bytes each in JSON. */
  private static final String ESCAPED = MARK + "\u0001".repeat(500_000);

  /** Starts this client at the server on this port of the loopback. */
  public HostileLoad at(int port) {
    return switch (this) {
      case RUNS -> HostileLoad.flood(port, MANY, n -> line(run(n) + "-0", ""));
      case WORDS ->
          HostileLoad.flood(port, FEW, n -> line(run(n / 20) + "-" + n, unseenWords(n, " ")));
      case FAR_LINES -> HostileLoad.flood(port, MANY, HostileClient::farFromAll);
      case RANGES -> HostileLoad.flood(port, 4 * FEW, HostileClient::range);
      case SLOW_HEADS ->
          HostileLoad.slow(port, i -> "GET /server/health HTTP/1.1\r\nHost: x\r\nX-Slow: ", "a");
      case SLOW_BODIES ->
          HostileLoad.slow(
              port,
              i ->
                  (i % 2 == 0 ? POST : "GET /server/metrics HTTP/1.1\r\nHost: x\r\n")
                      + "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n",
              "a");
      case LONG_BODIES -> HostileLoad.slow(port, i -> head("text/plain", BODY), LINES);
      case SWELLING_LINES ->
          HostileLoad.slow(port, i -> head("text/plain", ESCAPED.length()) + ESCAPED, "");
      case UNREAD_ANSWERS ->
          HostileLoad.unread(port, "GET /server/metrics HTTP/1.1\r\nHost: x\r\n\r\n");
    };
  }

  /** The id of a run: a UUID of version 7, as the server wants it. */
  private static String run(int number) {
    return String.format(Locale.ROOT, "%012x7eef8%015x", START_MILLIS, number);
  }

  private static String unseenWords(int line, String between) {
    return IntStream.range(0, WORDS_A_LINE)
        .mapToObj(i -> MARK + Integer.toString(line * WORDS_A_LINE + i, Character.MAX_RADIX))
        .collect(Collectors.joining(between));
  }

  private static String farFromAll(int number) {
    int first = number * PIECE;
    return number % 2 == 0
        ? line(run(0) + "-" + first, "")
        : lines(run(0) + "-" + first, marks(FAR_TOGETHER));
  }

  private static String range(int number) {
    return switch (number % 4) {
      case 0 -> lines(run(0) + "-" + number * MAX_LINES, marks(MAX_LINES));
      case 1 -> lines(run(number) + "-" + (Integer.MAX_VALUE - number % 8 * 20), marks(100));
      case 2 -> lines(run(1) + "-" + number * 10, marks(100));
      default -> lines(run(number / 20) + "-" + number, unseenWords(number, "\n"));
    };
  }

  private static String marks(int count) {
    return (MARK + "\n").repeat(count);
  }

  /**
   * The request of a single line.
   *
   * @param key RUN-SEQ
   * @param text needs no escaping
   */
  private static String line(String key, String text) {
    String body = "{\"message\":\"" + text + "\"}";
    return head("application/json\r\nIdempotency-Key: " + key, body.length()) + body;
  }

  /**
   * The request of lines that each end with a newline.
   *
   * @param key of the first line
   */
  private static String lines(String key, String lines) {
    return head("text/plain\r\nIdempotency-Key: " + key, lines.length()) + lines;
  }

  private static String head(String type, int length) {
    return POST
        + "Connection: close\r\nContent-Type: "
        + type
        + "\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }
}
