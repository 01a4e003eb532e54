package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.StubServer;

/** A file that changes while it is sent makes the run a failure, in whatever shape it is sent. */
class ChangedInputTest extends WholeProgram {
  private static final String LINES = "some words\n".repeat(30);
  private static final int CHANGED_AT = 5;

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
        "FILE 4",
        "FILE 1,2",
        "FILE 1 --repeat 1000",
        "FILE 2 --rate 500",
        "FILE 2 --duration 30",
        "FILE 2 --stages 500/s:0.1s,500/s:30s",
        "FILE 3 --phases 1x10,N",
        "FILE 1 --lines-per-request 4",
        "FILE 1 --lines-per-request 4 --repeat 1000",
        "FILE 1 --run-id 019ac00000007def8123456789abcdef --resume",
        "FILE 1 --gets 100 --repeat 1000"
      })
  void itIsToldInOneLineWithItsCause(String arguments) throws IOException {
    for (Change change : Change.values()) {
      int before = told().size();
      assertThat(run(arguments, LINES, change)).isOne();
      assertThat(told().subList(before, told().size()))
          .as("%s %s", arguments, change)
          .hasSize(1)
          .allMatch(line -> line.startsWith("client: stopped early: cannot read the input: "))
          .allMatch(line -> line.endsWith(change == Change.GONE ? "no such file" : " at first"));
    }
  }

  /**
   * The input is longer than any buffer, so that the file ends before the lines that were counted.
   */
  @ParameterizedTest
  @ValueSource(strings = {"FILE 1", "FILE 1 --lines-per-request 10"})
  void aShorterFileEndsTheRunWhereItEnds(String arguments) throws IOException {
    assertThat(run(arguments, "some words\n".repeat(20_000), Change.SHORTER)).isOne();
    assertThat(err())
        .containsPattern("the input: it ends before line \\d+ of the 20000 it had at first\n$");
  }

  private int run(String arguments, String lines, Change change) throws IOException {
    Path file = write(lines);
    StubServer.Script changing =
        (exchange, number) -> {
          if (number == CHANGED_AT) {
            change.of(file);
          }
          StubServer.answer(exchange, 200);
        };
    try (StubServer server = StubServer.scripted(changing)) {
      return run(server, arguments);
    }
  }
}
