package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server with API_TOKEN: the requests that need the token, and the answers without it. */
class TokenApiTest {
  private static final String TOKEN = "0123456789abcdef-._~+/==";
  private static final String PATH = "/server/textbody/wordcount";
  private static final String BODY = "{\"message\":\"a\"}";

  private static HttpFixture server;

  @BeforeAll
  static void start() throws Exception {
    server = new HttpFixture(TOKEN);
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer ", "bearer ", "BEARER "})
  void withTheTokenAllIsAsWithoutOne(String scheme) throws Exception {
    String header = "Authorization: " + scheme + TOKEN;
    assertThat(server.postTo(PATH, BODY, header).status()).isEqualTo(200);
    assertThat(server.postTo(PATH, "nonsense", header).status()).isEqualTo(400);
    assertThat(server.send("GET", PATH + "/a", header).status()).isEqualTo(501);
    assertThat(server.send("GET", PATH, header).status()).isEqualTo(405);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "X-No-Authorization: x",
        "Authorization:",
        "Authorization: Bearer",
        "Authorization: Bearer x",
        "Authorization: " + TOKEN,
        "Authorization: Basic " + TOKEN,
        "Authorization: Bearer" + TOKEN,
        "Authorization: Bearer 0123456789ABCDEF-._~+/==",
        "Authorization: Bearer 0123456789abcdef-._~+/=",
        "Authorization: Bearer 0123456789abcdef-._~+/===",
        "Authorization: Bearer x0123456789abcdef-._~+/==",
        "Authorization: Bearer 0123456789abcdef-._~+/== x"
      })
  void withoutItEveryRequestIs401(String header) throws Exception {
    server.publisher().published().clear();
    assertRefused(server.postTo(PATH, BODY, header));
    assertRefused(server.postTo("/server/textbody/other", BODY, header));
    assertRefused(server.send("GET", PATH + "/a", header));
    assertRefused(server.send("DELETE", PATH, header));
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void twoTokensAreNone() throws Exception {
    String right = "Authorization: Bearer " + TOKEN;
    assertRefused(server.postTo(PATH, BODY, right, "Authorization: Bearer x"));
    assertRefused(server.postTo(PATH, BODY, "Authorization: Bearer x", right));
    assertRefused(server.postTo(PATH, BODY, right, right));
  }

  @Test
  void theRefusalDoesNotWaitForTheBody() throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(
          "POST " + PATH + " HTTP/1.1",
          "Host: x",
          "Content-Type: application/json",
          "Content-Length: 1000000");
      assertRefused(http.answer());
    }
  }

  @Test
  void healthAndMetricsAskForNone() throws Exception {
    assertThat(server.send("GET", "/server/health").status()).isEqualTo(200);
    assertThat(server.send("GET", "/server/metrics").status()).isEqualTo(200);
  }

  private static void assertRefused(RawHttp.Answer answer) {
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.headers()).containsEntry("www-authenticate", "Bearer");
    assertThat(answer.body())
        .isEqualTo("{\"message\":\"the Authorization header must hold this server's token\"}");
  }
}
