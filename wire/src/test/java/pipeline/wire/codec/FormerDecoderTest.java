package pipeline.wire.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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

  private static URLClassLoader former;

  private final EntryEncoder<Map<String, Integer>> encoder =
      new EntryEncoder<>(new WordCountFormat());

  @BeforeAll
  static void load() {
    URL jar = FormerDecoderTest.class.getResource("former-decoder.jar");
    URL jackson = JsonFactory.class.getProtectionDomain().getCodeSource().getLocation();
    former = new URLClassLoader(new URL[] {jar, jackson}, ClassLoader.getPlatformClassLoader());
  }

  @AfterAll
  static void unload() throws Exception {
    former.close();
  }

  /** The result of the former decoder for a message. */
  private static Object decodeEach(byte[] body) throws Exception {
    String folder = "pipeline.wire.codec.";
    Object words = former.loadClass(folder + "WordCounts").getConstructor().newInstance();
    Object decoder =
        former
            .loadClass(folder + "BatchDecoder")
            .getConstructor(former.loadClass(folder + "PayloadFormat"))
            .newInstance(words);
    return call(decoder, "decodeEach", body);
  }

  private static Object call(Object object, String method, Object... arguments) throws Exception {
    Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {byte[].class};
    return object.getClass().getMethod(method, types).invoke(object, arguments);
  }

  @Test
  void anOlderConsumerCountsNothingOfARangeAndKeepsItsNeighbours() throws Exception {
    byte[] range =
        encoder.encode(
            new Entry<>(
                new RequestKey(RUN, 1), Lines.of(List.of(Map.of("a", 1), Map.of("a", 1, "b", 2)))));
    Object decoded =
        decodeEach(
            EntryEncoder.join(
                List.of(
                    encoder.encode(Entry.single(new RequestKey(RUN, 0), Map.of("a", 1))),
                    range,
                    encoder.encode(Entry.single(new RequestKey(RUN, 3), Map.of("c", 1))))));

    List<?> entries = (List<?>) call(decoded, "entries");
    assertThat(entries).hasSize(2);
    assertThat(call(entries.get(0), "payload")).isEqualTo(Map.of("a", 1));
    assertThat(call(entries.get(1), "payload")).isEqualTo(Map.of("c", 1));
    List<?> malformed = (List<?>) call(decoded, "malformed");
    assertThat(malformed).hasSize(1);
    assertThat(call(malformed.get(0), "json")).isEqualTo(new String(range, UTF_8));
    assertThat(call(malformed.get(0), "reason"))
        .isEqualTo("an entry has a field that is unknown or of a wrong type");
  }

  @Test
  void anOlderConsumerRefusesTheEndOfARunAndKeepsItsNeighbours() throws Exception {
    byte[] end = encoder.encode(new RunEnd(RUN, 1));
    Object decoded =
        decodeEach(
            EntryEncoder.join(
                List.of(
                    end, encoder.encode(Entry.single(new RequestKey(RUN, 0), Map.of("a", 1))))));

    assertThat((List<?>) call(decoded, "entries")).hasSize(1);
    List<?> malformed = (List<?>) call(decoded, "malformed");
    assertThat(malformed).hasSize(1);
    assertThat(call(malformed.get(0), "json")).isEqualTo(new String(end, UTF_8));
  }

  @Test
  void singleEntriesAreStillWrittenAsOlderConsumersReadThem() throws Exception {
    RequestKey key = new RequestKey(RUN, 7);
    byte[] body =
        EntryEncoder.join(List.of(encoder.encode(Entry.single(key, Map.of("größe", 1, "\"", 2)))));
    Object entry = ((List<?>) call(decodeEach(body), "entries")).get(0);

    assertThat(call(entry, "key")).hasToString(key.toString());
    assertThat(call(entry, "payload")).isEqualTo(Map.of("größe", 1, "\"", 2));
  }
}
