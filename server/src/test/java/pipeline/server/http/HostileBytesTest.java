package pipeline.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Floods, other protocols, and requests that pass for something else. */
class HostileBytesTest extends HostileClient {

  @Test
  void aThousandPipelinedRequestsAreAnsweredInOrder() throws Exception {
    StringBuilder all = new StringBuilder();
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      line.append(i % 10 == 0 ? "" : "w" + i + " ");
      if (i % 10 == 0) {
        line.setLength(0);
      }
      all.append(new String(RawHttp.post("{\"message\":\"" + line + "\"}"), ISO_8859_1));
    }
    try (RawHttp http = server.connect()) {
      http.send(all.toString().getBytes(ISO_8859_1));
      for (int i = 0; i < 1_000; i++) {
        assertThat(http.answer().body()).isEqualTo("{\"message\":" + i % 10 + "}");
      }
    }
    assertThat(server.publisher().published()).hasSize(1_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
        "GET /server/health HTTP/9.9\r\n\r\n",
        "\u0000\u0001\u0002\u00ff\u00fe\r\n\r\n"
      })
  void whatIsNotHttpIsClosed(String bytes) throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendWhatGoes(bytes.getBytes(ISO_8859_1));
      http.halfClose();
      assertThat(http.isClosedAfterAnything()).isTrue();
    }
    assertNothingPublishedAndAlive();
  }

  @Test
  void anUpgradeIsIgnored() throws Exception {
    assertThat(
            status(
                "GET /server/health HTTP/1.1",
                "Host: x",
                "Connection: Upgrade, HTTP2-Settings",
                "Upgrade: h2c",
                "HTTP2-Settings: AAMAAABkAAQAAP__"))
        .isEqualTo(200);
  }

  @Test
  void whatLooksLikeALogEntryIsOnlyData() throws Exception {
    String line = "\\r\\n12:00:00 ERROR forged \\u001b[31m ${jndi:ldap://x/y}";
    assertThat(server.post("{\"message\":\"" + line + "\"}").body()).isEqualTo("{\"message\":5}");
    assertThat(server.publisher().published())
        .singleElement()
        .satisfies(
            entry ->
                assertThat(entry.lines().line(0)).containsKeys("${jndi:ldap://x/y}", "\u001b[31m"));
  }
}
