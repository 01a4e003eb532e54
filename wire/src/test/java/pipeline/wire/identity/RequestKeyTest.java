package pipeline.wire.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key is read in the one form in which it is written. */
class RequestKeyTest {
  private static final String RUN = "0123456789abcdef00000000000000ff";

  @Test
  void readsWhatItWrites() {
    RequestKey key = new RequestKey(RunId.random(new SecureRandom()), 17);

    assertThat(RequestKey.parse(key.toString())).isEqualTo(key);
    assertThat(RequestKey.parse(RUN + "-2147483647")).hasToString(RUN + "-2147483647");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "7",
        RUN,
        RUN + "-",
        "-1",
        "../x",
        ":*",
        "a\r\nb",
        "\u00e9",
        "zz23456789abcdef00000000000000ff-1",
        "+123456789abcdef00000000000000ff-1"
      })
  void aKeyWithoutARunOfHexDigitsIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> RequestKey.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-1", "1e3", "7.5", " 7", "+7", "07", "2147483648", "9223372036854775808", "٣"})
  void aSequenceThatIsNotAPlainNumberInRangeIsRefused(String seq) {
    assertThatIllegalArgumentException().isThrownBy(() -> RequestKey.parse(RUN + "-" + seq));
  }
}
