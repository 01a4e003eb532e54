package pipeline.server.workload;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.http.HttpError;

public class TextPostTest {

  @Test
  void readsTheLineByteForByte() throws HttpError {
    assertThat(line(" {\"message\" : \" a\\tb \\u00e9\u00e9 \\ud83d\\ude00 \" }\n"))
        .isEqualTo(" a\tb \u00e9\u00e9 \ud83d\ude00 ");
  }

  @Test
  void emptyBodyIsRefused() {
    assertRefused("");
    assertRefused("  ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[]", "\"x\"", "42", "true", "[{\"message\":\"a\"}]"})
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

  @Test
  void duplicateKeyIsRefused() {
    assertRefused("{\"message\":\"a\",\"message\":\"b\"}");
    assertRefused("{\"message\":\"a\",\"m\\u0065ssage\":\"a\"}");
  }

  @Test
  void unknownKeysAreRefused() {
    assertRefused("{\"message\":\"a\",\"x\":1}");
    assertRefused("{\"x\":1,\"message\":\"a\"}");
    assertRefused("{\"x\":[" + "1,".repeat(100_000) + "1],\"message\":\"a\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"xyz", "{}", "{\"message\":\"a\"}", ",", "}", "\u0000", "//c"})
  void trailingTextIsRefused(String behind) {
    assertRefused("{\"message\":\"a\"}" + behind);
  }

  @Test
  void everyTruncationIsRefused() {
    String whole = "{\"message\":\"a\\u00e9 \u00e9\"}";
    for (int end = 0; end < whole.length(); end++) {
      assertRefused(whole.substring(0, end));
    }
    byte[] bytes = whole.getBytes(UTF_8);
    for (int end = 0; end < bytes.length; end++) {
      byte[] cut = java.util.Arrays.copyOf(bytes, end);
      assertThatThrownBy(() -> TextPost.message(cut, 0, cut.length)).isInstanceOf(HttpError.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"message\":[", "{\"message\":{\"a\":", "{\"message\":"})
  void deepNestingIsRefusedAtOnce(String start) {
    assertRefused(start + "[".repeat(100_000));
  }

  @Test
  void numberOfAMillionDigitsIsRefused() {
    assertRefused("{\"message\":" + "1".repeat(1_000_000) + "}");
    assertRefused("1".repeat(1_000_000));
  }

  @Test
  void keyOfAMebibyteIsRefused() {
    assertRefused("{\"" + "k".repeat(1 << 20) + "\":\"a\"}");
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
    assertThatThrownBy(() -> TextPost.message(body, 0, body.length))
        .as(why)
        .isInstanceOf(HttpError.class);
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

  @Test
  void otherEncodingsOfUnicodeAreRefused() {
    for (String charset : new String[] {"UTF-16LE", "UTF-32BE", "UTF-32LE", "UTF-16"}) {
      byte[] body = "{\"message\":\"a\"}".getBytes(Charset.forName(charset));
      assertThatThrownBy(() -> TextPost.message(body, 0, body.length))
          .isInstanceOf(HttpError.class);
    }
    byte[] body = "{\"message\":\"a\"}".getBytes(UTF_16BE);
    assertThatThrownBy(() -> TextPost.message(body, 0, body.length)).isInstanceOf(HttpError.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{'message':'a'}", "{message:\"a\"}", "{\"message\":\"a\",}", "{\"message\":NaN}"})
  void jsonThatIsAlmostRightIsRefused(String body) {
    assertRefused(body);
  }

  private String line(String body) throws HttpError {
    byte[] bytes = body.getBytes(UTF_8);
    return TextPost.message(bytes, 0, bytes.length);
  }

  private void assertRefused(String body) {
    byte[] bytes = body.getBytes(UTF_8);
    assertThatThrownBy(() -> TextPost.message(bytes, 0, bytes.length))
        .isInstanceOfSatisfying(HttpError.class, r -> assertThat(r.status()).isEqualTo(400));
  }
}
