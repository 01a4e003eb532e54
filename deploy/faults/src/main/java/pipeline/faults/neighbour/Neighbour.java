package pipeline.faults.neighbour;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a neighbour does to a server that others need. */
public enum Neighbour {
  /** Each line is of a run of its own. */
  RUNS {
    @Override
    public Visit at(int port) {
      return Flood.of(port, n -> new Flood.Post(run(n) + "-0", ""));
    }
  },
  /** Each line brings thousands of words that nobody has seen. */
  WORDS {
    @Override
    public Visit at(int port) {
      return Flood.of(port, n -> new Flood.Post(run(n / 20) + "-" + n, unseenWords(n)));
    }
  },
  /** The lines of a run are so far from each other that none shares a piece of its bitmap. */
  FAR_LINES {
    @Override
    public Visit at(int port) {
      return Flood.of(port, n -> new Flood.Post(run(0) + "-" + n * 65_536L, ""));
    }
  },
  /** Requests whose heads never end. */
  SLOW_HEADS {
    @Override
    public Visit at(int port) {
      return HeldConnections.slow(port, i -> "GET /server/health HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    }
  },
  /** Requests whose bodies never end, on paths that want one and on others. */
  SLOW_BODIES {
    @Override
    public Visit at(int port) {
      return HeldConnections.slow(
          port,
          i ->
              (i % 2 == 0 ? "POST /server/textbody/wordcount" : "GET /server/metrics")
                  + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                  + "Content-Length: 100000\r\n\r\n");
    }
  },
  /** Requests without end, and nobody who reads the answers. */
  UNREAD_ANSWERS {
    @Override
    public Visit at(int port) {
      return HeldConnections.unread(port, "GET /server/metrics HTTP/1.1\r\nHost: x\r\n\r\n");
    }
  };

  /**
   * How all words begin that a neighbour brings, and none of an innocent's. They are counted like
   * any other, so who compares counts leaves them out.
   */
  public static final String MARK = "~neighbour~";

  private static final int WORDS_A_LINE = 10_000;

  /** Comes to the server at this port of the loopback. */
  public abstract Visit at(int port);

  /** Whether it must meet a limit to have shown anything. */
  public boolean isFlood() {
    return this == RUNS || this == WORDS || this == FAR_LINES;
  }

  /** In lower case with hyphens. */
  public String spelled() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String run(int number) {
    return "beef%028x".formatted(number);
  }

  private static String unseenWords(int line) {
    return IntStream.range(0, WORDS_A_LINE)
        .mapToObj(i -> MARK + Integer.toString(line * WORDS_A_LINE + i, Character.MAX_RADIX))
        .collect(Collectors.joining(" "));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
