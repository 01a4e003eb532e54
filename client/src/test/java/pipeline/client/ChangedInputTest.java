package pipeline.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.StubServer;
import pipeline.client.load.StopSignal;
import pipeline.wire.process.Console;

/** A file that changes while it is sent makes the run a failure, in whatever shape it is sent. */
@Timeout(60)
class ChangedInputTest {
  private static final String LINES = "some words\n".repeat(30);
  private static final int CHANGED_AT = 5;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path dir;

  private enum Change {
    SHORTER,
    LONGER,
    LONGER_LINE,
    GONE;

    void of(Path file) throws IOException {
      switch (this) {
        case SHORTER -> Files.writeString(file, LINES.substring(0, LINES.length() / 2));
        case LONGER -> Files.writeString(file, "more\n", StandardOpenOption.APPEND);
        case LONGER_LINE -> Files.writeString(file, "more", StandardOpenOption.APPEND);
        case GONE -> Files.delete(file);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "4",
        "1,2",
        "1 --repeat 1000",
        "2 --rate 500",
        "2 --rate 500 --duration 30",
        "2 --duration 30",
        "2 --stages 500/s:0.1s,500/s:30s",
        "3 --phases 1x10,N",
        "1 --lines-per-request 4",
        "1 --lines-per-request 4 --repeat 1000",
        "1 --run-id 019ac00000007def8123456789abcdef --resume",
        "1 --gets 100 --repeat 1000"
      })
  void itIsToldInOneLineWithItsCause(String shape) throws IOException {
    for (Change change : Change.values()) {
      assertThat(run(shape.split(" ", -1), LINES, change)).isOne();
      assertThat(err.toString(UTF_8).lines().skip(1))
          .as("%s %s", shape, change)
          .hasSize(1)
          .allMatch(line -> line.startsWith("client: stopped early: cannot read the input: "))
          .allMatch(line -> line.endsWith(change == Change.GONE ? "no such file" : " at first"));
    }
  }

  /**
   * The input is longer than any buffer, so that the file ends before the lines that were counted.
   */
  @ParameterizedTest
  @ValueSource(strings = {"1", "1 --lines-per-request 10"})
  void aShorterFileEndsTheRunWhereItEnds(String shape) throws IOException {
    String many = "some words\n".repeat(20_000);
    assertThat(run(shape.split(" ", -1), many, Change.SHORTER)).isOne();
    assertThat(err.toString(UTF_8))
        .containsPattern("the input: it has \\d+ lines now, but had 20000 at first\n$");
  }

  private int run(String[] shape, String lines, Change change) throws IOException {
    err.reset();
    Path file = Files.writeString(dir.resolve("lines.txt"), lines);
    StubServer.Script changing =
        (exchange, number) -> {
          if (number == CHANGED_AT) {
            change.of(file);
          }
          StubServer.answer(exchange, 200);
        };
    Console console =
        new Console(
            "client", new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);
    try (StubServer server = StubServer.scripted(changing)) {
      List<String> url = List.of("--url", server.url());
      String[] args = ArrayUtils.addAll(ArrayUtils.addFirst(shape, file.toString()));
      return Main.run(
          ArrayUtils.addAll(args, url.toArray(String[]::new)), Map.of(), console, new StopSignal());
    }
  }
}
