package pipeline.server.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.exchange.HttpError;
import pipeline.server.http.BodyFormat;
import pipeline.server.http.Post;

/**
 * A body is one object with one message and nothing else, or it is refused with 400; and the words
 * of a line are what {@code split} leaves of it.
 */
public class TextEndpointsTest {
  private static final String BODY = "{\"message\":\"a\"}";

  private static String line(String body) throws HttpError {
    byte[] bytes = body.getBytes(UTF_8);
    return TextEndpoints.message(bytes, 0, bytes.length);
  }

  private static void assertRefused(byte[] body) {
    assertThatThrownBy(() -> TextEndpoints.message(body, 0, body.length))
        .isInstanceOfSatisfying(HttpError.class, r -> assertThat(r.status()).isEqualTo(400));
  }

  @Test
  void readsTheLineByteForByte() throws HttpError {
    assertThat(line(" {\"message\" : \" a\\tb \\u00e9\u00e9 \\ud83d\\ude00 \" }\n"))
        .isEqualTo(" a\tb \u00e9\u00e9 \ud83d\ude00 ");
    assertThat(line("{\"message\":\"a\\u0000\\u001b\\u007f\ufeff\"}"))
        .isEqualTo("a\u0000\u001b\u007f\ufeff");
    assertThat(line("{\"message\":\"\ufffd\"}")).isEqualTo("\ufffd");
  }

  static Stream<String> values() {
    return Stream.of("null", "1", "1.5", "true", "{}", "[]", "[\"a\"]", BODY, "NaN")
        .map(value -> "{\"message\":" + value + "}");
  }

  static Stream<String> bodiesWithMore() {
    return Stream.of("xyz", "{}", BODY, ",", "}", "\u0000", "//c").map(behind -> BODY + behind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "[]",
        "{}",
        "{\"Message\":\"a\"}",
        "{\"\":\"a\"}",
        "{\"message\":\"a\",\"message\":\"b\"}",
        "{\"message\":\"a\",\"m\\u0065ssage\":\"a\"}",
        "{\"message\":\"a\",\"x\":1}",
        "{'message':'a'}",
        "{message:\"a\"}",
        "{\"message\":\"a\",}"
      })
  @MethodSource({"values", "bodiesWithMore"})
  void whatIsNotOneObjectWithOneMessageIsRefused(String body) {
    assertRefused(body.getBytes(UTF_8));
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] bytes = "{\"message\":\"a\\u00e9 \u00e9\"}".getBytes(UTF_8);
    for (int end = 0; end < bytes.length; end++) {
      assertRefused(Arrays.copyOf(bytes, end));
    }
  }

  @ParameterizedTest
  @CsvSource({"'', [", "'{\"message\":', [", "'{\"message\":', 1", "'', 1", "'{\"', k"})
  void whatIsVeryDeepOrLongIsRefused(String start, String more) {
    assertRefused((start + more.repeat(1 << 20)).getBytes(UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "C328, second byte missing",
    "C080, overlong NUL",
    "EDA080, high surrogate",
    "EDA080EDB080, surrogate pair as in CESU-8",
    "F4908080, above the last code point",
    "80, lone continuation",
    "EFBFBD80, behind the character that stands for what is malformed",
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
      strings = {"\\ud800", "\\udc00", "a\\ud800b", "\\ud83d\\ud83d\\ude00", "\u0000", "\n"})
  void loneSurrogatesAndRawControlsAreRefused(String text) {
    assertRefused(("{\"message\":\"" + text + "\"}").getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32BE", "UTF-32LE", "UTF-16"})
  void otherEncodingsOfUnicodeAndAByteOrderMarkAreRefused(String charset) {
    assertRefused(BODY.getBytes(Charset.forName(charset)));
    assertRefused(("\ufeff" + BODY).getBytes(UTF_8));
  }

  @Property
  void countsWhatSplitLeaves(@ForAll("lines") String line) {
    Map<String, Integer> expected =
        Arrays.stream(line.split("\\s+", -1))
            .filter(word -> !word.isEmpty())
            .collect(Collectors.toMap(Function.identity(), word -> 1, Integer::sum));
    Map<String, Integer> words = new HashMap<>();
    new WordCount().words(line, word -> words.merge(word, 1, Integer::sum));
    assertThat(words).isEqualTo(expected);
  }

  @Provide
  Arbitrary<String> lines() {
    Arbitrary<String> near =
        Arbitraries.strings()
            .withChars(" \t\n\u000b\f\r\u00a0\u0085\u001c\u001f\u2003\u3000")
            .withCharRange('a', 'e')
            .withChars("*{,\u00e9\u0301\ud83d\ude00")
            .ofMaxLength(40);
    return Arbitraries.oneOf(near, Arbitraries.strings());
  }

  @ParameterizedTest
  @EnumSource(names = {"JSON", "TEXT"})
  void wordsOfEqualHashCodeDoNotSlowCountingDown(BodyFormat format) throws HttpError {
    String words =
        IntStream.range(1 << 15, 1 << 16)
            .mapToObj(i -> Integer.toBinaryString(i).replace("0", "Aa").replace("1", "BB"))
            .collect(Collectors.joining(" "));
    byte[] body =
        (format == BodyFormat.JSON ? BODY.replace("a\"", words + "\"") : words).getBytes(UTF_8);
    Post<?> post = TextEndpoints.standard().post("/textbody/wordcount", format);
    // a quadratic table takes some ten seconds of a processor, trees some ten milliseconds
    ThreadMXBean used = ManagementFactory.getThreadMXBean();
    long start = used.getCurrentThreadCpuTime();
    post.taker().parse(body, 0, body.length);
    assertThat(used.getCurrentThreadCpuTime() - start).isLessThan(3_000_000_000L);
    assertThat(post.lines().get().line(0))
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .hasSize(1 << 15);
  }
}
