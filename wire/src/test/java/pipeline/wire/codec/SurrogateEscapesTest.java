package pipeline.wire.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SurrogateEscapesTest {
  private static final String ENTRY =
      "[{\"run\":\"000102030405060708090a0b0c0d0e0f\",\"seq\":0,\"words\":{\"%s\":1}}]";

  private final BatchDecoder<Map<String, Integer>> decoder =
      new BatchDecoder<>(new WordCountFormat());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\ud83d",
        "\\uD83D",
        "\\ude00",
        "\\ud83dx",
        "\\ud83d\\ud83d",
        "\\ude00\\ud83d",
        "\\\\\\ud83d"
      })
  void aMessageWithHalfOfAPairIsRefused(String word) {
    assertThatThrownBy(() -> decoder.decode(message(word)))
        .isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void wholePairsAndWhatOnlyLooksLikeAnEscapeAreRead() throws MalformedMessageException {
    assertThat(decoder.decode(message("\\ud83d\\ude00-\\u0041-\\\\ud83d")).get(0).lines().line(0))
        .containsOnlyKeys("\ud83d\ude00-A-\\ud83d");
  }

  private static byte[] message(String word) {
    return ENTRY.formatted(word).getBytes(StandardCharsets.UTF_8);
  }
}
