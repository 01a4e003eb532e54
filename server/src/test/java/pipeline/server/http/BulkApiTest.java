package pipeline.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.exchange.HttpError;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;

/**
 * The lines of one request are published under their keys; a body that is odd or hostile is refused
 * whole, with the line named.
 */
class BulkApiTest extends OnWordCount {
  private static final String LINES = "a b a\nb\n \nc";

  BulkApiTest() throws Exception {}

  @Test
  void linesOfNdjsonArePublishedFromTheirKeyOnAndCounted() throws Exception {
    postNdjson(
            "{\"message\":\"a b a\"}\n\n{\"message\" : \"\\u0062\"}\r\n{\"message\":\"\"}\n",
            key(17))
        .hasStatus(200)
        .hasHeader("content-type", "application/json")
        .hasBody("{\"lines\":3,\"words\":4}");
    assertThat(published()).isEqualTo(List.of(Map.of("a", 2, "b", 1), Map.of("b", 1), Map.of()));
    assertThat(publisher.published().element().key()).isEqualTo(new RequestKey(RUN, 17));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\r\n", "\n\r\n\n"})
  void noLinesAre200AndPublishNothing(String body) throws Exception {
    postText(body, key(3)).hasStatus(200).hasBody("{\"lines\":0,\"words\":0}");
    postNdjson(body, key(3)).hasStatus(200).hasBody("{\"lines\":0,\"words\":0}");
    assertNothingPublished();
  }

  @Test
  void requestsWithoutAKeyGetConsecutiveOnesOfTheServersOwn() throws Exception {
    postText(LINES);
    postText("\n");
    post(BODY);
    postText(LINES);
    RequestKey first = publisher.published().element().key();
    assertThat(first.run().startMillis()).isEqualTo(NOW);
    assertThat(publisher.published())
        .extracting(Entry::key)
        .containsExactly(
            first,
            new RequestKey(first.run(), first.seq() + 4),
            new RequestKey(first.run(), first.seq() + 5));
  }

  @Test
  void numbersUpToTheLastAreTakenAndBeyondItAre400() throws Exception {
    refused(400, postText(LINES, key(Integer.MAX_VALUE - 2)))
        .says("Idempotency-Key: the last line's number would be above 2147483647");
    refused(400, postText(LINES, "Idempotency-Key: 7"));
    postText(LINES, key(Integer.MAX_VALUE - 3)).hasStatus(200);
  }

  @Test
  void linesEndWithLfOrCrLfAndALoneCrIsABlankOfTheLine() throws Exception {
    postText("a\r\nb\rc\n\r\r\n\r\nd\n\r", key(0)).hasBody("{\"lines\":5,\"words\":4}");
    assertThat(published())
        .isEqualTo(
            List.of(Map.of("a", 1), Map.of("b", 1, "c", 1), Map.of(), Map.of("d", 1), Map.of()));
  }

  @Test
  void aLineOfAMebibyteIsTakenAndOneByteMoreIs413() throws Exception {
    String most = "w".repeat(LIMIT);
    refused(413, postText("a\n\n" + most + "w\nb", key(0)))
        .says("line 3: longer than 1048576 bytes");
    postText("a\n" + most + "\r\nb", key(0)).hasBody("{\"lines\":3,\"words\":3}");
  }

  @Test
  void aBodyUpToItsLimitIsTakenAndOneByteMoreIs413() throws Exception {
    String most = ("w".repeat(BULK_LIMIT / 2 - 1) + "\n").repeat(2);
    refused(413, postText(most + "\n", key(0))).says("the body is longer than 1572864 bytes");
    postText(most, key(0)).hasBody("{\"lines\":2,\"words\":2}");
  }

  @Test
  void asManyLinesAsMayBeAreTakenAndOneMoreIs413() throws Exception {
    String most = "a\n\n".repeat(BULK_LINES);
    refused(413, postText(most + "a", key(0))).says("the body has more than 2000 lines");
    postText(most, key(0)).hasBody("{\"lines\":2000,\"words\":2000}");
  }

  @Test
  void invalidUtf8InLine900IsNamed() throws Exception {
    byte[] body = ("a\n\n".repeat(449) + "a\n\u00e2\u0082\nb\n").getBytes(ISO_8859_1);
    refused(400, postTo(PATH, body, TEXT, key(0))).says("line 900: not valid UTF-8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"message\":\"a\"}{\"message\":\"b\"} | has text after the JSON object",
        "{\"message\":\"\\ud800\"} | \"message\" has half of a surrogate pair",
        "'  ' | not a JSON object"
      })
  void aBadLineOfNdjsonIs400AndNamed(String line, String text) throws Exception {
    refused(400, postNdjson(BODY + "\n\n" + line + "\n" + BODY + "\n", key(0)))
        .hasBody(HttpError.json("line 3: " + text));
  }
}
