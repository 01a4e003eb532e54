package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.http.Endpoints;
import pipeline.server.http.RawHttp;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.Swipe;
import pipeline.wire.workload.Workload;

/** Many lift rides, and many swipes, in one request. */
class BulkWorkloadsTest {
  private static final String NDJSON = "Content-Type: application/x-ndjson";
  private static final RequestKey KEY = new RequestKey(new RunId(1, 2), 3);

  /** The requests of one workload. */
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  abstract static class OfWorkload<P> {
    private final Workload workload;
    private final Endpoints<P> endpoints;
    private final String path;
    private final String good;
    WorkloadFixture<P> server;

    OfWorkload(Workload workload, Endpoints<P> endpoints, String path, String good) {
      this.workload = workload;
      this.endpoints = endpoints;
      this.path = path;
      this.good = good;
    }

    @BeforeAll
    void start() throws Exception {
      server = new WorkloadFixture<>(workload, endpoints, Optional.empty());
    }

    @AfterAll
    void stop() throws Exception {
      server.close();
    }

    @AfterEach
    void forget() {
      server.publisher().published().clear();
    }

    RawHttp.Answer post(String body) throws Exception {
      return server.postTo(path, body, NDJSON, "Idempotency-Key: " + KEY);
    }

    void assertPublished(List<P> payloads) {
      assertThat(server.publisher().published())
          .singleElement()
          .satisfies(
              entry -> {
                assertThat(entry.key()).isEqualTo(KEY);
                assertThat(entry.lines().payloads()).isEqualTo(payloads);
              });
    }

    void assertRefused(String line, String text) throws Exception {
      RawHttp.Answer answer = post(good + "\n\r\n" + line + "\n" + good);
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.body())
          .isEqualTo("{\"message\":\"line 3: " + text.replace("\"", "\\\"") + "\"}");
      assertThat(server.publisher().published()).isEmpty();
    }

    @Test
    void noLinesPublishNothing() throws Exception {
      assertThat(post("\n").body()).isEqualTo("{\"lines\":0}");
      assertThat(server.publisher().published()).isEmpty();
    }
  }

  @Nested
  class LiftRides extends OfWorkload<LiftRide> {
    private static final String GOOD =
        "{\"resortID\":2,\"seasonID\":2022,\"dayID\":1,\"skierID\":4711,\"time\":217,\"liftID\":21}";

    LiftRides() {
      super(Workload.LIFT_RIDES, new LiftRideEndpoints(), "/server/skiers", GOOD);
    }

    @Test
    void arePublishedAndAnswered201() throws Exception {
      RawHttp.Answer answer =
          post(
              GOOD
                  + "\r\n{\"liftID\":40,\"time\":360,\"skierID\":100000,\"dayID\":366,"
                  + "\"seasonID\":9999,\"resortID\":10}");
      assertThat(answer.status()).isEqualTo(201);
      assertThat(answer.body()).isEqualTo("{\"lines\":2}");
      assertPublished(
          List.of(
              new LiftRide(2, 2022, 1, 4711, 217, 21),
              new LiftRide(10, 9999, 366, 100_000, 360, 40)));
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "\"resortID\":2, | '' | missing param",
          "\"seasonID\":2022 | \"seasonID\":null | missing param",
          "\"resortID\":2 | \"resortID\":11 | invalid inputs",
          "\"resortID\":2 | \"resortID\":0 | invalid inputs",
          "\"resortID\":2 | \"resortID\":\"2\" | invalid inputs",
          "\"seasonID\":2022 | \"seasonID\":999 | invalid inputs",
          "\"seasonID\":2022 | \"seasonID\":10000 | invalid inputs",
          "\"dayID\":1 | \"dayID\":367 | invalid inputs",
          "\"skierID\":4711 | \"skierID\":100001 | invalid inputs",
          "\"skierID\":4711 | \"skierID\":1,\"skierID\":1 | invalid inputs",
          "\"time\":217 | \"time\":361 | invalid inputs",
          "\"time\":217, | '' | data not found",
          "\"liftID\":21 | \"liftID\":null | data not found",
          "\"liftID\":21 | \"liftId\":21 | invalid inputs",
          "\"liftID\":21} | \"liftID\":21}{} | invalid inputs",
          "\"liftID\":21} | \"liftID\":21 | invalid inputs"
        })
    void aBadLineIs400WithTheTextsOfASingleRide(String good, String bad, String text)
        throws Exception {
      assertThat(GOOD).contains(good);
      assertRefused(GOOD.replace(good, bad), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "text/plain", "application/ndjson"})
    void inAnyOtherFormAreInvalidInputs(String type) throws Exception {
      RawHttp.Answer answer = server.postTo("/server/skiers", GOOD, "Content-Type: " + type);
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.body()).isEqualTo("{\"message\":\"invalid inputs\"}");
    }

    @Test
    void areNotTakenAtThePathOfASingleOne() throws Exception {
      String path = "/server/skiers/2/seasons/2022/days/1/skiers/4711";
      RawHttp.Answer answer = server.postTo(path, GOOD, NDJSON);
      assertThat(answer.status()).isEqualTo(415);
      assertThat(answer.body())
          .isEqualTo("{\"message\":\"the content type must be application/json, in UTF-8\"}");
    }
  }

  @Nested
  class Swipes extends OfWorkload<Swipe> {
    private static final String GOOD =
        "{\"direction\":\"left\",\"swiper\":\"17\",\"swipee\":4711,\"comment\":\"c\"}";

    Swipes() {
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
      "/server/swipe, application/json, 404",
      "/server/swipe, text/plain, 404",
      "/server/swipe/, application/x-ndjson, 404",
      "/server/swipe/left, application/x-ndjson, 415",
      "/server/matches/1, application/x-ndjson, 405"
    })
    void areTakenNowhereElse(String path, String type, int status) throws Exception {
      assertThat(server.postTo(path, GOOD, "Content-Type: " + type).status()).isEqualTo(status);
      assertThat(server.publisher().published()).isEmpty();
    }
  }
}
