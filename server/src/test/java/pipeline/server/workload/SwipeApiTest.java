package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.http.RawHttp;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.workload.Swipe;
import pipeline.wire.workload.Workload;

/** The calls and errors of swipes. */
class SwipeApiTest {
  private static final String BODY = "{\"swiper\":\"17\",\"swipee\":\"4711\",\"comment\":\"c\"}";

  private static WorkloadFixture<Swipe> server;

  @BeforeAll
  static void start() throws Exception {
    server = new WorkloadFixture<>(Workload.SWIPES, new SwipeEndpoints(), Optional.empty());
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @AfterEach
  void forget() {
    server.publisher().published().clear();
  }

  @ParameterizedTest
  @CsvSource({"left, false", "right, true"})
  void aSwipeIsPublishedUnderItsKeyAndAnswered201(String side, boolean right) throws Exception {
    RequestKey key = new RequestKey(WorkloadFixture.RUN, 3);
    RawHttp.Answer answer = server.postTo("/server/swipe/" + side, BODY, "Idempotency-Key: " + key);
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.body()).isEqualTo("{\"message\":\"created\"}");
    assertThat(server.publisher().published())
        .containsExactly(Entry.single(key, new Swipe(right, 17, 4711, "c")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"swiper\":17,\"swipee\":4711,\"comment\":\"\"} | 17 | 4711",
        "{\"comment\":\"\",\"swipee\":\"1000000\",\"swiper\":5000} | 5000 | 1000000",
        "{\"swiper\":\"1\",\"swipee\":1,\"comment\":\"\"} | 1 | 1"
      })
  void numbersComeAsStringsOrNumbers(String body, int swiper, int swipee) throws Exception {
    assertThat(server.postTo("/server/swipe/left", body).status()).isEqualTo(201);
    assertThat(server.publisher().published())
        .singleElement()
        .extracting(entry -> entry.lines().line(0))
        .isEqualTo(new Swipe(false, swiper, swipee, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"17\" | 0 | swiper",
        "\"17\" | 5001 | swiper",
        "\"17\" | \"5001\" | swiper",
        "\"17\" | \"017\" | swiper",
        "\"17\" | \"+17\" | swiper",
        "\"17\" | \"\" | swiper",
        "\"17\" | \" 17\" | swiper",
        "\"17\" | \"\u0661\" | swiper",
        "\"17\" | 17.0 | swiper",
        "\"17\" | null | swiper",
        "\"17\" | [17] | swiper",
        "\"4711\" | 0 | swipee",
        "\"4711\" | 1000001 | swipee",
        "\"4711\" | \"4294972007\" | swipee",
        "\"c\" | 1 | comment",
        "\"c\" | null | comment",
        "\"c\" | \"\\ud800\" | comment"
      })
  void aBadFieldIs400AndNamed(String good, String bad, String name) throws Exception {
    assertThat(BODY).contains(good);
    RawHttp.Answer answer = server.postTo("/server/swipe/left", BODY.replace(good, bad));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains(name);
    assertThat(server.publisher().published()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "[]",
        "{}",
        "{\"swiper\":1,\"swipee\":1}",
        "{\"swiper\":1,\"comment\":\"\"}",
        "{\"swipee\":1,\"comment\":\"\"}",
        "{\"swiper\":1,\"swipee\":1,\"comment\":\"\",\"x\":1}",
        "{\"swiper\":1,\"swipee\":1,\"comment\":\"\",\"comment\":\"\"}",
        "{\"swiper\":1,\"swipee\":1,\"comment\":\"\"}{}"
      })
  void whatIsNotSuchAnObjectIs400(String body) throws Exception {
    assertThat(server.postTo("/server/swipe/left", body).status()).isEqualTo(400);
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void theSideIsThePathsToSay() throws Exception {
    String body = BODY.replaceFirst("\\{", "{\"direction\":\"right\",");
    RawHttp.Answer answer = server.postTo("/server/swipe/right", body);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body())
        .contains("key other than \\\"swiper\\\", \\\"swipee\\\", \\\"comment\\\"");
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void aCommentHasAtMost256Characters() throws Exception {
    String path = "/server/swipe/right";
    assertThat(server.postTo(path, BODY.replace("\"c\"", quoted(256))).status()).isEqualTo(201);
    assertThat(server.postTo(path, BODY.replace("\"c\"", quoted(257))).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /server/swipe, 415, ''",
    "GET, /server/swipe, 405, POST",
    "POST, /server/swipe/, 415, ''",
    "POST, /server/swipe/up, 404, ''",
    "POST, /server/swipe/left/x, 404, ''",
    "GET, /server/swipe/left, 405, POST",
    "PUT, /server/swipe/right, 405, POST",
    "POST, /server/matches/1, 405, GET",
    "DELETE, /server/stats/1, 405, GET",
    "GET, /server/matches, 404, ''",
    "GET, /server/matches/1, 501, ''",
    "GET, /server/stats/1, 501, ''"
  })
  void onlyThesePathsAndMethodsThereAre(String method, String path, int status, String allow)
      throws Exception {
    RawHttp.Answer answer = server.send(method, path, "Content-Type: application/json");
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.headers().getOrDefault("allow", "")).isEqualTo(allow);
  }

  private static String quoted(int length) {
    return "\"" + "\u00e9".repeat(length) + "\"";
  }
}
