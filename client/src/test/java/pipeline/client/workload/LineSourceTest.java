package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import pipeline.client.http.Request;

/** The bodies of requests carry the lines of a file, one or many, and nothing else. */
class LineSourceTest {
  @Property
  void anotherParserReadsTheSameText(@ForAll String line) throws IOException {
    byte[] bytes = line.getBytes(UTF_8);
    Assume.that(new String(bytes, UTF_8).equals(line)); // a lone surrogate has no UTF-8

    assertThat(JSON.std.mapFrom(LineSource.body(bytes))).isEqualTo(Map.of("message", line));
  }

  @Example
  void everyControlCharacterIsEscapedAndNothingElseIsTouched() {
    assertThat(new String(LineSource.body("\0\t\u001f\u007f\"\\/é😀".getBytes(UTF_8)), UTF_8))
        .isEqualTo("{\"message\":\"\\u0000\\t\\u001F\u007f\\\"\\\\/é😀\"}");
  }

  @Property(tries = 200)
  void everyRoundIsTheLinesOfTheFileInRequestsThatTheirNumberAllows(
      @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 0, max = 7) Integer> kinds,
      @ForAll @IntRange(min = 2, max = 9) int linesPerRequest)
      throws IOException {
    List<String> lines = kinds.stream().map(LineSourceTest::line).toList();
    List<Request> sent = rounds(2, String.join("\r\n", lines) + "\r\n", linesPerRequest);

    List<String> expected = lines.stream().filter(line -> !line.isEmpty()).toList();
    assertThat(sent.stream().flatMap(request -> received(request).stream()))
        .containsExactlyElementsOf(Stream.of(expected, expected).flatMap(List::stream).toList());
    long next = 0;
    for (Request request : sent) {
      assertThat(request.seq()).isEqualTo(next);
      assertThat(request.lines()).isEqualTo(received(request).size()).isLessThan(10);
      next += request.lines();
    }
    assertThat(sent).hasSize(2 * ((expected.size() + linesPerRequest - 1) / linesPerRequest));
  }

  private static String line(int kind) {
    return List.of("", "a b", "\r", "c\rd", "e\r", "   ", "é😀\u2028", "\0").get(kind);
  }

  /** Splits as the server does: one CR before the LF belongs to the line's end. */
  private static List<String> received(Request request) {
    String body = new String(request.body(), UTF_8);
    assertThat(body).endsWith("\n");
    return Arrays.stream(body.substring(0, body.length() - 1).split("\n", -1))
        .map(line -> line.endsWith("\r") ? line.substring(0, line.length() - 1) : line)
        .toList();
  }

  @Example
  void aBodyHasAtMostAMebibyteUnlessItIsOneLine() throws IOException {
    String half = "a".repeat(LineSource.MAX_BODY_BYTES / 2 - 1);
    List<String> lines = List.of(half, half, half, half + "b", "c".repeat(2_000_000), "d", "e");

    List<Request> sent = rounds(1, String.join("\n", lines), 100);

    assertThat(sent).extracting(Request::lines).containsExactly(2, 1, 1, 1, 2);
    assertThat(sent.get(0).body()).hasSize(LineSource.MAX_BODY_BYTES);
    // a CR at the end of a line needs another one after it
    String almostHalf = "b".repeat(LineSource.MAX_BODY_BYTES / 2 - 3);
    assertThat(rounds(1, half + "\n" + almostHalf + "\r\r\n", 2)).hasSize(1);
    assertThat(rounds(1, half + "\n" + almostHalf + "b\r\r\n", 2)).hasSize(2);
  }

  /** The requests of a run that sends the file {@code rounds} times. */
  private static List<Request> rounds(int rounds, String text, int linesPerRequest)
      throws IOException {
    Path file = Files.createTempFile("many-lines", ".txt");
    try {
      Files.writeString(file, text);
      FileTraffic traffic = FileTraffic.of(file, Part.WHOLE, linesPerRequest, Optional.empty());
      List<Request> sent = new ArrayList<>();
      try (RequestSource source = traffic.requests()) {
        for (long i = 0; i < rounds * traffic.requestsPerRound(); i++) {
          sent.add(source.next().orElseThrow());
        }
      }
      return sent;
    } finally {
      Files.delete(file);
    }
  }
}
