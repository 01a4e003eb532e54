package pipeline.faults.hostile;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a hostile client does to a server that others need. */
public enum HostileClient {
  /** Each line is of a run of its own. */
  RUNS {
    @Override
    public HostileLoad at(int port) {
      return Flood.of(port, MANY, n -> Flood.Post.line(run(n) + "-0", ""));
    }
  },
  /** Each line brings thousands of words that nobody has seen. */
  WORDS {
    @Override
    public HostileLoad at(int port) {
      return Flood.of(port, FEW, n -> Flood.Post.line(run(n / 20) + "-" + n, unseenWords(n, " ")));
    }
  },
  /**
   * Requests of a run are so far from each other that none shares a piece of its bitmap: single
   * lines, and thousands at a time.
   */
  FAR_LINES {
    @Override
    public HostileLoad at(int port) {
      return Flood.of(port, MANY, HostileClient::farFromAll);
    }
  },
  /**
   * Many lines a request: as many as there may be, up to the last number of a run and beyond it,
   * ranges that overlap, lines that each bring a word nobody has seen.
   */
  RANGES {
    @Override
    public HostileLoad at(int port) {
      return Flood.of(port, 4 * FEW, HostileClient::range);
    }
  },
  /** Requests whose heads never end. */
  SLOW_HEADS {
    @Override
    public HostileLoad at(int port) {
      return HeldConnections.slow(
          port, i -> "GET /server/health HTTP/1.1\r\nHost: x\r\nX-Slow: ", "a");
    }
  },
  /** Requests whose bodies never end, on paths that want one and on others. */
  SLOW_BODIES {
    @Override
    public HostileLoad at(int port) {
      return HeldConnections.slow(
          port,
          i ->
              (i % 2 == 0 ? "POST /server/textbody/wordcount" : "GET /server/metrics")
                  + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                  + "Content-Length: 100000\r\n\r\n",
          "a");
    }
  },
  /** Long bodies, of which each is on its way for seconds. */
  LONG_BODIES {
    @Override
    public HostileLoad at(int port) {
      return HeldConnections.slow(port, i -> postOfLines(BODY), LINES);
    }
  },
  /** Lines that are six times as long as messages, and at once. */
  SWELLING_LINES {
    @Override
    public HostileLoad at(int port) {
      return HeldConnections.slow(port, i -> postOfLines(ESCAPED.length()) + ESCAPED, "");
    }
  },
  /** Requests without end, whose answers are not read. */
  UNREAD_ANSWERS {
    @Override
    public HostileLoad at(int port) {
      return HeldConnections.unread(port, "GET /server/metrics HTTP/1.1\r\nHost: x\r\n\r\n");
    }
  };

  /**
   * The beginning of all words that hostile clients send, and of no other word. These words are
   * counted like any other, so comparisons of counts leave them out.
   */
  public static final String MARK = "~hostile~";

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
  public abstract HostileLoad at(int port);

  /** The name in lower case with hyphens. */
  public String spelled() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
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

  private static Flood.Post farFromAll(int number) {
    int first = number * PIECE;
    return number % 2 == 0
        ? Flood.Post.line(run(0) + "-" + first, "")
        : Flood.Post.lines(run(0), first, lines(FAR_TOGETHER));
  }

  private static Flood.Post range(int number) {
    return switch (number % 4) {
      case 0 -> Flood.Post.lines(run(0), number * MAX_LINES, lines(MAX_LINES));
      case 1 -> Flood.Post.lines(run(number), Integer.MAX_VALUE - number % 8 * 20, lines(100));
      case 2 -> Flood.Post.lines(run(1), number * 10, lines(100));
      default -> Flood.Post.lines(run(number / 20), number, unseenWords(number, "\n"));
    };
  }

  private static String postOfLines(int length) {
    return "POST /server/textbody/wordcount HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        + "Content-Type: text/plain\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  private static String lines(int count) {
    return (MARK + "\n").repeat(count);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
