package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.http.RawHttp;
import pipeline.wire.workload.Swipe;
import pipeline.wire.workload.Workload;

/** Many swipes in one request. */
class BulkSwipesTest extends BulkWorkloadFixture<Swipe> {
  private static final String GOOD =
      "{\"direction\":\"left\",\"swiper\":\"17\",\"swipee\":4711,\"comment\":\"c\"}";

  BulkSwipesTest() {
    super(Workload.SWIPES, new SwipeEndpoints(), "/server/swipe", GOOD);
  }

  @Test
  void arePublishedAndAnswered201() throws Exception {
    RawHttp.Answer answer = post(GOOD + "\n" + GOOD.replace("left", "right") + "\n");
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.body()).isEqualTo("{\"lines\":2}");
    assertPublished(List.of(new Swipe(false, 17, 4711, "c"), new Swipe(true, 17, 4711, "c")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"direction\":\"left\", | '' | \"direction\" is missing",
        "\"left\" | \"up\" | \"direction\" is not \"left\" or \"right\"",
        "\"left\" | null | \"direction\" is not \"left\" or \"right\"",
        "\"17\" | 5001 | \"swiper\" is not a whole number from 1 to 5000",
        "\"swiper\":\"17\", | '' | \"swiper\", \"swipee\" or \"comment\" is missing",
        "\"c\" | \"\\udc00\" | \"comment\" has half of a surrogate pair",
        "\"c\"} | \"c\"}x | not a JSON object with each key once",
        "\"c\" | \"c\",\"comment\":\"c\" | not a JSON object with each key once",
        "\"c\" | \"c\",\"x\":1 | has a key other than \"direction\", \"swiper\", \"swipee\", \"comment\""
      })
  void aBadLineIs400(String good, String bad, String text) throws Exception {
    assertThat(GOOD).contains(good);
    assertRefused(GOOD.replace(good, bad), text);
  }

  @ParameterizedTest
  @CsvSource({
    "/server/swipe, application/json, 415",
    "/server/swipe, text/plain, 415",
    "/server/swipe/left, application/x-ndjson, 415",
    "/server/matches/1, application/x-ndjson, 405"
  })
  void areTakenNowhereElse(String path, String type, int status) throws Exception {
    assertThat(server.postTo(path, GOOD, "Content-Type: " + type).status()).isEqualTo(status);
    assertThat(server.publisher().published()).isEmpty();
  }
}
