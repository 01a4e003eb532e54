package pipeline.wire.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * A consumer from before ranges and ends of runs receives one if servers are upgraded first: it
 * must count nothing of it, and lose none of the entries beside it. {@code former-decoder.jar} has
 * the decoder of commit 4801226, the last before ranges.
 */
class FormerDecoderTest {
  private static final RunId RUN = new RunId(1, 2);

  private final EntryEncoder<Map<String, Integer>> encoder =
      new EntryEncoder<>(new WordCountFormat());

  @Test
  void anOlderConsumerCountsNothingOfARangeOrAnEndAndKeepsTheirNeighbours() throws Exception {
    byte[] range =
        encoder.encode(
            new Entry<>(
                new RequestKey(RUN, 1), Lines.of(List.of(Map.of("a", 1), Map.of("a", 1, "b", 2)))));
    byte[] end = encoder.encode(new RunEnd(RUN, 4));
    byte[] body = EntryEncoder.join(List.of(line(0, "größe"), range, end, line(3, "\"")));

    URL jar = FormerDecoderTest.class.getResource("former-decoder.jar");
    URL jackson = JsonFactory.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader former =
        new URLClassLoader(new URL[] {jar, jackson}, ClassLoader.getPlatformClassLoader())) {
      Object decoded = decodeEach(former, body);

      List<?> entries = (List<?>) call(decoded, "entries");
      assertThat(entries).hasSize(2);
      assertThat(call(entries.get(0), "key")).hasToString(RUN + "-0");
      assertThat(call(entries.get(0), "payload")).isEqualTo(Map.of("größe", 1));
      assertThat(call(entries.get(1), "payload")).isEqualTo(Map.of("\"", 1));
      List<?> malformed = (List<?>) call(decoded, "malformed");
      assertThat(malformed).hasSize(2);
      assertThat(call(malformed.get(0), "json")).isEqualTo(new String(range, UTF_8));
      assertThat(call(malformed.get(0), "reason"))
          .isEqualTo("an entry has a field that is unknown or of a wrong type");
      assertThat(call(malformed.get(1), "json")).isEqualTo(new String(end, UTF_8));
    }
  }

  private byte[] line(int seq, String word) {
    return encoder.encode(Entry.single(new RequestKey(RUN, seq), Map.of(word, 1)));
  }

  /** The result of the former decoder for a message. */
  private static Object decodeEach(ClassLoader former, byte[] body) throws Exception {
    String folder = "pipeline.wire.codec.";
    Object words = former.loadClass(folder + "WordCounts").getConstructor().newInstance();
    Class<?> format = former.loadClass(folder + "PayloadFormat");
    Class<?> decoder = former.loadClass(folder + "BatchDecoder");
    return decoder
        .getMethod("decodeEach", byte[].class)
        .invoke(decoder.getConstructor(format).newInstance(words), body);
  }

  private static Object call(Object object, String method) throws Exception {
    return object.getClass().getMethod(method).invoke(object);
  }
}
