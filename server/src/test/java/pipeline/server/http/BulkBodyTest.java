package pipeline.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of many lines that are odd or hostile: the line is named, and nothing is published. */
class BulkBodyTest extends BulkFixture {

  @Test
  void linesEndWithLfOrCrLfAndALoneCrIsABlankOfTheLine() throws Exception {
    assertThat(postText("a\r\nb\rc\n\r\r\n\r\nd\n\r", key(0)).body())
        .isEqualTo("{\"lines\":5,\"words\":4}");
    assertThat(published())
        .isEqualTo(
            List.of(Map.of("a", 1), Map.of("b", 1, "c", 1), Map.of(), Map.of("d", 1), Map.of()));
  }

  @Test
  void onlyTheSixAsciiBlanksPartWords() throws Exception {
    postText(" a\tb\u000bc\fd \u00a0 e\u2003f g\u0000 \ufeff", key(0));
    assertThat(published())
        .isEqualTo(
            List.of(
                Map.of(
                    "a",
                    1,
                    "b",
                    1,
                    "c",
                    1,
                    "d",
                    1,
                    "\u00a0",
                    1,
                    "e\u2003f",
                    1,
                    "g\u0000",
                    1,
                    "\ufeff",
                    1)));
  }

  @Test
  void manyWordsThatAreNewAndOldAreAllThere() throws Exception {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      body.append("w").append(i).append(" \u00e9").append(i % 700).append(" w0 \ud83d\ude00\n");
    }
    assertThat(postText(body.toString(), key(0)).body())
        .isEqualTo("{\"lines\":2000,\"words\":8000}");
    List<Map<String, Integer>> lines = published();
    for (int i = 1; i < 2_000; i++) {
      assertThat(lines.get(i))
          .isEqualTo(Map.of("w" + i, 1, "\u00e9" + i % 700, 1, "w0", 1, "\ud83d\ude00", 1));
    }
  }

  @Test
  void aMillionEmptyLinesTakeNoNumber() throws Exception {
    assertThat(postText("\n".repeat(1_000_000) + "a\n", key(5)).body())
        .isEqualTo("{\"lines\":1,\"words\":1}");
    assertThat(postText("\n".repeat(1_000_000), key(0)).body())
        .isEqualTo("{\"lines\":0,\"words\":0}");
    assertThat(server.publisher().published()).hasSize(1);
  }

  @Test
  void aLineOfAMebibyteIsTakenAndOneByteMoreIs413() throws Exception {
    String most = "w".repeat(HttpFixture.LIMIT);
    assertThat(postText("a\n" + most + "\r\nb", key(0)).body())
        .isEqualTo("{\"lines\":3,\"words\":3}");
    RawHttp.Answer answer = postText("a\n\n" + most + "w\nb", key(0));
    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.body()).isEqualTo("{\"message\":\"line 3: longer than 1048576 bytes\"}");
    assertThat(server.publisher().published()).hasSize(1);
  }

  @Test
  void aBodyUpToItsLimitIsTakenAndOneByteMoreIs413() throws Exception {
    String most = "w".repeat(HttpFixture.BULK_LIMIT / 2 - 1) + "\n";
    assertThat(postText(most + most, key(0)).body()).isEqualTo("{\"lines\":2,\"words\":2}");
    RawHttp.Answer announced = postText(most + most + "\n", key(0));
    assertThat(announced.status()).isEqualTo(413);
    assertThat(announced.body())
        .isEqualTo("{\"message\":\"the body is longer than 1572864 bytes\"}");
    assertThat(server.publisher().published()).hasSize(1);
  }

  @Test
  void aChunkedBodyBeyondTheLimitIs413() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(
          "POST " + PATH + " HTTP/1.1", "Host: x", TEXT, "Transfer-Encoding: chunked", key(0));
      byte[] chunk = ("10000\r\n" + "w".repeat(1 << 16) + "\r\n").getBytes(UTF_8);
      for (int i = 0; i <= HttpFixture.BULK_LIMIT >> 16; i++) {
        http.sendWhatGoes(chunk);
      }
      assertThat(http.answer().status()).isEqualTo(413);
    }
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void asManyLinesAsMayBeAreTakenAndOneMoreIs413() throws Exception {
    String most = "a\n\n".repeat(HttpFixture.BULK_LINES);
    assertThat(postText(most, key(0)).body()).isEqualTo("{\"lines\":2000,\"words\":2000}");
    RawHttp.Answer answer = postText(most + "a", key(0));
    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.body()).isEqualTo("{\"message\":\"the body has more than 2000 lines\"}");
    assertThat(server.publisher().published()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "FF, no such byte",
    "C0AF, overlong",
    "EDA080, surrogate",
    "E282, cut off by the line's end",
    "80, lone continuation"
  })
  void invalidUtf8InLine900IsNamed(String hex, String why) throws Exception {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write("a\n\n".repeat(449).getBytes(UTF_8));
    body.write("a\n".getBytes(UTF_8));
    body.write(HexFormat.of().parseHex(hex));
    body.write("\nb\n".getBytes(UTF_8));
    RawHttp.Answer answer = post(body.toByteArray(), TEXT, key(0));
    assertThat(answer.status()).as(why).isEqualTo(400);
    assertThat(answer.body()).isEqualTo("{\"message\":\"line 900: not valid UTF-8\"}");
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void aBodyThatEndsInTheMiddleOfACharacterIs400() throws Exception {
    for (int cut = 1; cut < 4; cut++) {
      byte[] body = "a\nb \ud83d\ude00".getBytes(UTF_8);
      RawHttp.Answer answer = post(java.util.Arrays.copyOf(body, body.length - cut), TEXT, key(0));
      assertThat(answer.body()).isEqualTo("{\"message\":\"line 2: not valid UTF-8\"}");
    }
    assertThat(server.publisher().published()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a b | not a JSON object with the one key \"message\"",
        "{} | \"message\" is missing",
        "[{\"message\":\"a\"}] | not a JSON object",
        "{\"message\":1} | \"message\" is not a string",
        "{\"message\":\"a\",\"message\":\"a\"} | has a second key",
        "{\"message\":\"a\"}{\"message\":\"b\"} | has text after the JSON object",
        "{\"message\":\"a\",\"x\":1} | has a second key",
        "{\"text\":\"a\"} | has a key other than \"message\"",
        "{\"message\":\"\\ud800\"} | \"message\" has half of a surrogate pair",
        "{\"message\":\"a | not a JSON object with the one key \"message\"",
        "'  ' | not a JSON object"
      })
  void aBadLineOfNdjsonIs400AndNamed(String line, String text) throws Exception {
    String good = "{\"message\":\"a\"}\n";
    RawHttp.Answer answer = postNdjson(good + "\n" + line + "\n" + good, key(0));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).isEqualTo(ResponseWriter.message("line 3: " + text));
    assertThat(server.publisher().published()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ufeff{\"message\":\"a\"}", "{\"message\":\n\"a\"}"})
  void ndjsonIsOneObjectALineWithoutAByteOrderMark(String body) throws Exception {
    assertThat(postNdjson(body, key(0)).status()).isEqualTo(400);
    assertThat(server.publisher().published()).isEmpty();
  }
}
