package pipeline.server.http;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server with API_TOKEN answers only those who have it, wherever the API says so. */
class TokenApiTest extends OnWordCount {
  private static final String TOKEN = "0123456789abcdef-._~+/==";
  private static final String RIGHT = "Authorization: Bearer " + TOKEN;
  private static final String WRONG = "Authorization: Bearer x";
  private static final String RUN_PATH = "/server/runs/" + RUN;
  private static final String END = "{\"lines\":7}";

  TokenApiTest() throws Exception {
    super("API_TOKEN", TOKEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer ", "bearer ", "BEARER "})
  void withTheTokenAllIsAsWithoutOne(String scheme) throws Exception {
    String header = "Authorization: " + scheme + TOKEN;
    post(BODY, header).hasStatus(200);
    postText("a\nb", header).hasStatus(200);
    post("nonsense", header).hasStatus(400);
    postTo(RUN_PATH, END, header).hasStatus(200);
    send("GET", PATH + "/a", header).hasStatus(501);
    send("GET", PATH, header).hasStatus(405);
    health().hasStatus(200);
    send("GET", "/server/metrics").hasStatus(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-No-Authorization: x",
        "Authorization:",
        WRONG,
        "Authorization: " + TOKEN,
        "Authorization: Basic " + TOKEN,
        "Authorization: Bearer" + TOKEN,
        "Authorization: Bearer 0123456789ABCDEF-._~+/==",
        "Authorization: Bearer 0123456789abcdef-._~+/===",
        RIGHT + " x",
        WRONG + "\r\n" + RIGHT,
        RIGHT + "\r\n" + RIGHT
      })
  void withoutItEveryRequestIs401(String header) throws Exception {
    assertRefused(post(BODY, header));
    assertRefused(postText("a\nb", header));
    assertRefused(postTo("/server/textbody/other", BODY, header));
    assertRefused(postTo(RUN_PATH, END, header));
    assertRefused(send("GET", PATH + "/a", header));
    assertRefused(send("DELETE", PATH, header));
  }

  @Test
  void theRefusalDoesNotWaitForTheBody() throws Exception {
    assertRefused(send("POST", PATH, JSON, "Content-Length: 1000000"));
  }

  private void assertRefused(RawHttp.Answer answer) {
    refused(401, answer)
        .hasHeader("www-authenticate", "Bearer")
        .says("the Authorization header must hold this server's token");
  }
}
