package pipeline.server.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.exchange.HttpError;

/** A body is one object with one message and nothing else, or it is refused with 400. */
public class TextPostTest {

  private static String line(String body) throws HttpError {
    byte[] bytes = body.getBytes(UTF_8);
    return TextPost.message(bytes, 0, bytes.length);
  }

  private static void assertRefused(String body) {
    assertRefused(body.getBytes(UTF_8));
  }

  private static void assertRefused(byte[] body) {
    assertThatThrownBy(() -> TextPost.message(body, 0, body.length))
        .isInstanceOfSatisfying(HttpError.class, r -> assertThat(r.status()).isEqualTo(400));
  }

  @Test
  void readsTheLineByteForByte() throws HttpError {
    assertThat(line(" {\"message\" : \" a\\tb \\u00e9\u00e9 \\ud83d\\ude00 \" }\n"))
        .isEqualTo(" a\tb \u00e9\u00e9 \ud83d\ude00 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "null", "[]", "\"x\"", "42", "true", "[{\"message\":\"a\"}]"})
  void onlyAnObjectIsTaken(String body) {
    assertRefused(body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"Message\":\"a\"}", "{\"\":\"a\"}"})
  void missingMessageIsRefused(String body) {
    assertRefused(body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "1", "1.5", "true", "{}", "[]", "[\"a\"]", "{\"message\":\"a\"}"})
  void messageOfAnotherTypeIsRefused(String value) {
    assertRefused("{\"message\":" + value + "}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"message\":\"a\",\"message\":\"b\"}",
        "{\"message\":\"a\",\"m\\u0065ssage\":\"a\"}",
        "{\"message\":\"a\",\"x\":1}",
        "{\"x\":1,\"message\":\"a\"}"
      })
  void aSecondKeyIsRefused(String body) {
    assertRefused(body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"xyz", "{}", "{\"message\":\"a\"}", ",", "}", "\u0000", "//c"})
  void trailingTextIsRefused(String behind) {
    assertRefused("{\"message\":\"a\"}" + behind);
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] bytes = "{\"message\":\"a\\u00e9 \u00e9\"}".getBytes(UTF_8);
    for (int end = 0; end < bytes.length; end++) {
      assertRefused(Arrays.copyOf(bytes, end));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"message\":[", "{\"message\":{\"a\":", "{\"message\":"})
  void deepNestingIsRefusedAtOnce(String start) {
    assertRefused(start + "[".repeat(100_000));
  }

  @Test
  void whatIsVeryLongIsRefused() {
    assertRefused("{\"message\":" + "1".repeat(1_000_000) + "}");
    assertRefused("1".repeat(1_000_000));
    assertRefused("{\"" + "k".repeat(1 << 20) + "\":\"a\"}");
    assertRefused("{\"x\":[" + "1,".repeat(100_000) + "1],\"message\":\"a\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "C328, second byte missing",
    "C080, overlong NUL",
    "C1BF, overlong",
    "E08080, overlong",
    "EDA080, high surrogate",
    "EDA080EDB080, surrogate pair as in CESU-8",
    "F0808080, overlong",
    "F4908080, above the last code point",
    "F5808080, no such first byte",
    "FF, no such byte",
    "80, lone continuation",
    "E9, Latin-1"
  })
  void invalidUtf8IsRefused(String hex, String why) {
    byte[] word = HexFormat.of().parseHex(hex);
    byte[] body = ("{\"message\":\"" + "x".repeat(word.length) + "\"}").getBytes(UTF_8);
    System.arraycopy(word, 0, body, 12, word.length);
    assertRefused(body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\\ud800", "\\udc00", "a\\ud800b", "\\udc00\\ud800", "\\ud83d\\ud83d\\ude00"})
  void loneSurrogateEscapeIsRefused(String escape) {
    assertRefused("{\"message\":\"" + escape + "\"}");
  }

  @Test
  void escapedControlsAreDataAndRawOnesAreRefused() throws HttpError {
    assertThat(line("{\"message\":\"a\\u0000\\u001b\\u007f\"}")).isEqualTo("a\u0000\u001b\u007f");
    assertRefused("{\"message\":\"a\u0000\"}");
    assertRefused("{\"message\":\"a\nb\"}");
  }

  @Test
  void byteOrderMarkIsRefusedBeforeTheObjectAndDataInside() throws HttpError {
    assertRefused("\ufeff{\"message\":\"a\"}");
    assertThat(line("{\"message\":\"\ufeffa\"}")).isEqualTo("\ufeffa");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32BE", "UTF-32LE", "UTF-16"})
  void otherEncodingsOfUnicodeAreRefused(String charset) {
    assertRefused("{\"message\":\"a\"}".getBytes(Charset.forName(charset)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{'message':'a'}", "{message:\"a\"}", "{\"message\":\"a\",}", "{\"message\":NaN}"})
  void jsonThatIsAlmostRightIsRefused(String body) {
    assertRefused(body);
  }
}
