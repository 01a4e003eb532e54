package pipeline.wire.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URISyntaxException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A URL has a host, also one that Java would not take. */
class HostUrlTest {

  @ParameterizedTest
  @CsvSource({
    "http://host:1/p, host, 1",
    "http://my_server/a_b?c_d, my_server, -1",
    "redis://_, _, -1",
    "http://a_1.b_2, a_1.b_2, -1",
    "http://[::1]:5/, [::1], 5",
    "amqp://a_b:c_d@rabbit_mq:5672/v_h?e_f, rabbit_mq, 5672"
  })
  void aHostMayHaveUnderscoresAndTheRestKeepsThem(String text, String host, int port)
      throws Exception {
    HostUrl url = HostUrl.parse(text);

    assertThat(url.host()).isEqualTo(host);
    assertThat(url.uri().getPort()).isEqualTo(port);
    assertThat(text.replace(host, url.uri().getHost())).isEqualTo(url.uri().toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "http:",
        "http://",
        "http:///p",
        "http://a_b:x",
        "http://a b_c",
        "h_t://a"
      })
  void whatHasNoHostIsRefused(String text) {
    assertThatThrownBy(() -> HostUrl.parse(text)).isInstanceOf(URISyntaxException.class);
  }
}
