package pipeline.server.http;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.workload.WorkloadFixture;

/** A server with API_TOKEN: the requests that need the token, and the answers without it. */
class TokenApiTest extends OnWordCount {
  private static final String TOKEN = "0123456789abcdef-._~+/==";
  private static final String RIGHT = "Authorization: Bearer " + TOKEN;
  private static final String WRONG = "Authorization: Bearer x";
  private static final String RUN_PATH = "/server/runs/" + RUN;
  private static final String END = "{\"lines\":7}";

  TokenApiTest() throws Exception {
    super(TOKEN, WorkloadFixture.READ_DEADLINE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer ", "bearer ", "BEARER "})
  void withTheTokenAllIsAsWithoutOne(String scheme) throws Exception {
    String header = "Authorization: " + scheme + TOKEN;
    post(BODY, header).hasStatus(200);
    postText("a\nb", header).hasStatus(200);
    post("nonsense", header).hasStatus(400);
    server.postTo(RUN_PATH, END, header).hasStatus(200);
    server.send("GET", PATH + "/a", header).hasStatus(501);
    server.send("GET", PATH, header).hasStatus(405);
    server.health().hasStatus(200);
    server.send("GET", "/server/metrics").hasStatus(200);
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
        "Authorization: Bearer 0123456789abcdef-._~+/=",
        "Authorization: Bearer 0123456789abcdef-._~+/===",
        "Authorization: Bearer x0123456789abcdef-._~+/==",
        RIGHT + " x",
        RIGHT + "\r\n" + WRONG,
        WRONG + "\r\n" + RIGHT,
        RIGHT + "\r\n" + RIGHT
      })
  void withoutItEveryRequestIs401(String header) throws Exception {
    assertRefused(post(BODY, header));
    assertRefused(postText("a\nb", header));
    assertRefused(server.postTo("/server/textbody/other", BODY, header));
    assertRefused(server.postTo(RUN_PATH, END, header));
    assertRefused(server.send("GET", PATH + "/a", header));
    assertRefused(server.send("DELETE", PATH, header));
  }

  @Test
  void theRefusalDoesNotWaitForTheBody() throws Exception {
    assertRefused(server.send("POST", PATH, JSON, "Content-Length: 1000000"));
  }

  private void assertRefused(RawHttp.Answer answer) {
    refused(401, answer)
        .hasHeader("www-authenticate", "Bearer")
        .says("the Authorization header must hold this server's token");
  }
}
