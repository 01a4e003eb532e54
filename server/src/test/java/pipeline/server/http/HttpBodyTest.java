package pipeline.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.workload.TextPostTest;
import pipeline.server.workload.WordCountTest;

/**
 * The handling of a body in a whole request; {@link TextPostTest} and {@link WordCountTest} have
 * the cases of bodies and words alone.
 */
class HttpBodyTest {
  private HttpFixture server;

  @BeforeEach
  void start() throws Exception {
    server = new HttpFixture();
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "[]", "{\"message\":1}", "{\"message\":\"a\"}x"})
  void badBodiesAre400AndNotPublished(String body) throws Exception {
    assertThat(server.post(body).status()).isEqualTo(400);
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void aPostWithoutAnyBodyIs400() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(
          "POST /server/textbody/wordcount HTTP/1.1", "Host: x", "Content-Type: application/json");
      assertThat(http.answer().status()).isEqualTo(400);
    }
    assertThat(server.publisher().published()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate", "br", "identity, gzip"})
  void encodedBodiesAre415(String encoding) throws Exception {
    RawHttp.Answer answer = server.post("{\"message\":\"a\"}", "Content-Encoding: " + encoding);
    assertThat(answer.status()).isEqualTo(415);
    assertThat(server.publisher().published()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html",
        "text/plain; charset=iso-8859-1",
        "text/plain; charset=utf-16",
        "application/x-ndjson; charset=latin1",
        "application/ndjson",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonx",
        "application/json; charset=utf-16",
        "application/json;charset=ISO-8859-1",
        "application/json; charset",
        ";",
        ""
      })
  void otherContentTypesAre415(String type) throws Exception {
    assertThat(server.post("{\"message\":\"a\"}", "Content-Type: " + type).status()).isEqualTo(415);
    assertThat(server.publisher().published()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON; charset=UTF-8",
        "application/json;charset=\"utf-8\"",
        "application/json; profile=x"
      })
  void jsonInUtf8IsTaken(String type) throws Exception {
    assertThat(server.post("{\"message\":\"a\"}", "Content-Type: " + type).status()).isEqualTo(200);
  }

  @Test
  void aFormNeverReachesTheParameters() throws Exception {
    try (RawHttp http = server.connect()) {
      http.send(
          RawHttp.post(
              "/server/textbody/wordcount?message=a",
              "message=a".getBytes(ISO_8859_1),
              "Content-Type: application/x-www-form-urlencoded"));
      assertThat(http.answer().status()).isEqualTo(415);
    }
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void utf16UnderTheRightTypeIs400() throws Exception {
    try (RawHttp http = server.connect()) {
      http.send(
          RawHttp.post("/server/textbody/wordcount", "{\"message\":\"a\"}".getBytes(UTF_16BE)));
      assertThat(http.answer().status()).isEqualTo(400);
    }
  }

  @Test
  void blankMessageIs200WithZeroAndStillPublished() throws Exception {
    assertThat(server.post("{\"message\":\"  \"}").body()).isEqualTo("{\"message\":0}");
    assertThat(server.post("{\"message\":\"\"}").body()).isEqualTo("{\"message\":0}");
    assertThat(server.publisher().published())
        .extracting(entry -> entry.lines().line(0))
        .containsExactly(Map.of(), Map.of());
  }

  @Test
  void aLineUpToTheLimitIsTakenAndOneByteMoreIs413() throws Exception {
    String most = "w".repeat(HttpFixture.LIMIT - "{\"message\":\"\"}".length());
    assertThat(server.post("{\"message\":\"" + most + "\"}").body()).isEqualTo("{\"message\":1}");
    assertThat(server.post("{\"message\":\"" + most + "w\"}").status()).isEqualTo(413);
    assertThat(server.publisher().published()).hasSize(1);
  }
}
