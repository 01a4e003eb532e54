package pipeline.wire.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A setting is read by its name; a bad value is named. */
class SettingsTest {

  @Test
  void theEnvironmentComesBeforeThePropertyBeforeTheDefault() {
    Properties properties = new Properties();
    properties.setProperty("queue", "of-property");

    assertThat(new Settings(Map.of("QUEUE", "of-environment"), properties).text("QUEUE", "d"))
        .isEqualTo("of-environment");
    assertThat(new Settings(Map.of("QUEUE", ""), properties).text("QUEUE", "d"))
        .isEqualTo("of-property");
    assertThat(new Settings(Map.of(), new Properties()).text("QUEUE", "d")).isEqualTo("d");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"words\r", "wo\nrds", "\twords", "w\u007f", "w\u0085", "w\u2028", "w\u2029", "\0"})
  void aValueWithAControlCharacterIsNamedAndNotShown(String value) {
    Properties properties = new Properties();
    properties.setProperty("queue", value);

    assertThatThrownBy(() -> new Settings(Map.of(), properties).text("QUEUE", "d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("QUEUE has a control character \\(U\\+[0-9A-F]{4}\\), which .*");
    assertThatThrownBy(() -> Settings.printable("--url", value))
        .hasMessageStartingWith("--url has");
  }

  @Test
  void blanksAndLettersOfEveryScriptAreNoControlCharacters() {
    String name = "wörter 词 \u200d🙂";

    assertThat(Settings.printable("QUEUE", name)).isEqualTo(name);
  }
}
