package pipeline.local;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedBrokerTest {

  @ParameterizedTest
  @ValueSource(ints = {17, 21, 23})
  void startsOnJavaUpTo23(int feature) {
    assertThatCode(() -> EmbeddedBroker.requireJava(feature)).doesNotThrowAnyException();
  }

  @Test
  void saysInOneLineThatALaterJavaCannotRunIt() {
    assertThatThrownBy(() -> EmbeddedBroker.requireJava(24))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "the embedded broker needs Java 17 to 23, and this is Java 24; run a RabbitMQ instead");
  }
}
