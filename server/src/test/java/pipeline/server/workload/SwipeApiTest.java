package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.exchange.HttpError;
import pipeline.server.http.RawHttp;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.workload.Swipe;
import pipeline.wire.workload.Workload;

/** Swipes, one or many in a request, are published, or refused with what is wrong. */
class SwipeApiTest extends OnTomcat<Swipe> {
  private static final String MANY = "/server/swipe";
  private static final String LEFT = "/server/swipe/left";
  private static final String BODY = "{\"swiper\":\"17\",\"swipee\":\"4711\",\"comment\":\"c\"}";
  private static final String LINE =
      "{\"direction\":\"left\",\"swiper\":\"17\",\"swipee\":4711,\"comment\":\"c\"}";

  SwipeApiTest() throws Exception {
    super(Workload.SWIPES, new SwipeEndpoints(), Optional.empty());
  }

  @Test
  void manyArePublishedAndAnswered201() throws Exception {
    String body = LINE + "\n" + LINE.replace("left", "right") + "\n";
    postTo(MANY, body, NDJSON, key(3)).hasStatus(201).hasBody("{\"lines\":2}");
    Entry<Swipe> entry = publisher.published().remove();
    assertThat(entry.key()).isEqualTo(new RequestKey(RUN, 3));
    assertThat(entry.lines().payloads())
        .isEqualTo(List.of(new Swipe(false, 17, 4711, "c"), new Swipe(true, 17, 4711, "c")));
    postTo(MANY, "\n", NDJSON).hasBody("{\"lines\":0}");
    assertNothingPublished();
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
    postTo(LEFT, body).hasStatus(201).says("created");
    assertThat(publisher.published().remove().lines().line(0))
        .isEqualTo(new Swipe(false, swiper, swipee, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"17\" | 0 | \"swiper\" is not a whole number from 1 to 5000",
        "\"17\" | \"5001\" | \"swiper\" is not a whole number from 1 to 5000",
        "\"17\" | \"017\" | \"swiper\" is not a whole number from 1 to 5000",
        "\"17\" | \" 17\" | \"swiper\" is not a whole number from 1 to 5000",
        "\"17\" | 17.0 | \"swiper\" is not a whole number from 1 to 5000",
        "\"4711\" | 1000001 | \"swipee\" is not a whole number from 1 to 1000000",
        "\"4711\" | \"4294972007\" | \"swipee\" is not a whole number from 1 to 1000000",
        "\"swiper\":\"17\", | '' | \"swiper\" is missing",
        "\"c\" | null | \"comment\" is not a string",
        "\"c\" | \"c\",\"x\":1 | the body has a key other than \"swiper\", \"swipee\", \"comment\""
      })
  void aBadBodyIs400AndNamed(String good, String bad, String text) throws Exception {
    assertThat(BODY).contains(good);
    refused(400, postTo(LEFT, BODY.replace(good, bad))).says(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"direction\":\"left\", | '' | \"direction\" is missing",
        "\"left\" | \"up\" | \"direction\" is not \"left\" or \"right\""
      })
  void aBadLineIs400(String good, String bad, String text) throws Exception {
    assertThat(LINE).contains(good);
    String body = LINE + "\n\r\n" + LINE.replace(good, bad) + "\n" + LINE;
    refused(400, postTo(MANY, body, NDJSON)).hasBody(HttpError.json("line 3: " + text));
  }

  @Test
  void aCommentHasAtMost256Characters() throws Exception {
    refused(400, postTo(LEFT, BODY.replace(":\"c", ":\"" + "\u00e9".repeat(257))));
    postTo(LEFT, BODY.replace(":\"c", ":\"" + "\u00e9".repeat(256))).hasStatus(201);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /server/swipe, application/json, 415, ''",
    "POST, /server/swipe, text/plain, 415, ''",
    "GET, /server/swipe, application/json, 405, POST",
    "POST, /server/swipe/up, application/json, 404, ''",
    "POST, /server/swipe/left/x, application/json, 404, ''",
    "POST, /server/swipe/left, application/x-ndjson, 415, ''",
    "GET, /server/swipe/left, application/json, 405, POST",
    "PUT, /server/swipe/right, application/json, 405, POST",
    "POST, /server/matches/1, application/json, 405, GET",
    "DELETE, /server/stats/1, application/json, 405, GET",
    "GET, /server/matches, application/json, 404, ''",
    "GET, /server/matches/1, application/json, 501, ''"
  })
  void onlyThesePathsMethodsAndTypesThereAre(
      String method, String path, String type, int status, String allow) throws Exception {
    RawHttp.Answer answer = refused(status, send(method, path, "Content-Type: " + type));
    assertThat(answer.headers().getOrDefault("allow", "")).isEqualTo(allow);
  }
}
