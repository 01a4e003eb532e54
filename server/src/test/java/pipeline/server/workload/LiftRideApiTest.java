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
import pipeline.server.broker.PublishResult;
import pipeline.server.http.RawHttp;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.Workload;

/** The calls and errors of lift rides. */
class LiftRideApiTest {
  private static final String PATH = "/server/skiers/2/seasons/2022/days/1/skiers/4711";
  private static final String BODY = "{\"time\":217,\"liftID\":21}";

  private static WorkloadFixture<LiftRide> server;

  @BeforeAll
  static void start() throws Exception {
    server = new WorkloadFixture<>(Workload.LIFT_RIDES, new LiftRideEndpoints(), Optional.empty());
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @AfterEach
  void forget() {
    server.publisher().published().clear();
    server.publisher().answerWith(PublishResult.CONFIRMED);
  }

  @Test
  void aRideIsPublishedUnderItsKeyAndAnswered201() throws Exception {
    RequestKey key = new RequestKey(WorkloadFixture.RUN, 3);
    RawHttp.Answer answer = server.postTo(PATH, BODY, "Idempotency-Key: " + key);
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.body()).isEqualTo("{\"message\":\"created\"}");
    assertThat(server.publisher().published())
        .containsExactly(Entry.single(key, new LiftRide(2, 2022, 1, 4711, 217, 21)));
  }

  @ParameterizedTest
  @CsvSource({
    "/server/skiers/1/seasons/1000/days/1/skiers/1, 1, 1",
    "/server/skiers/10/seasons/9999/days/366/skiers/100000, 360, 40"
  })
  void theEndsOfTheRangesAreTaken(String path, int time, int lift) throws Exception {
    String body = " {\"liftID\" : " + lift + ", \"time\" : " + time + "}\n";
    assertThat(server.postTo(path, body).status()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource({
    "/server/skiers, invalid inputs",
    "/server/skiers/, invalid inputs",
    "/server/skiers/x, invalid inputs",
    "/server/skiers/2, invalid inputs",
    "/server/skiers/seasons, invalid inputs",
    "/server/skiers/days/seasons/skiers, invalid inputs",
    "/server/skiers/seasons/days/skiers, missing param",
    "/server/skiers/seasons/days/skiers/, missing param",
    "/server/skiers//seasons//days//skiers/, missing param",
    "/server/skiers/2/seasons/days/1/skiers/4711, missing param",
    "/server/skiers/2/seasons/2022/days/1/skiers/, missing param",
    "/server/skiers/2/seasons/2022/days/1/skiers, missing param",
    "/server/skiers/2/seasons/2022/days/1/skiers/x, invalid inputs",
    "/server/skiers/2/seasons/2022/days/1/skiers/0, invalid inputs",
    "/server/skiers/2/seasons/2022/days/1/skiers/100001, invalid inputs",
    "/server/skiers/0/seasons/2022/days/1/skiers/1, invalid inputs",
    "/server/skiers/11/seasons/2022/days/1/skiers/1, invalid inputs",
    "/server/skiers/2/seasons/22/days/1/skiers/1, invalid inputs",
    "/server/skiers/2/seasons/2022/days/367/skiers/1, invalid inputs",
    "/server/skiers/2/seasons/2022/day/1/skiers/1, invalid inputs",
    "/server/skiers/2/seasons/2022/days/1/skiers/1/x, invalid inputs",
    "/server/skiers/2/seasons/2022/days/1/skiers/%31x, invalid inputs"
  })
  void badPathsAre400WithTheirMessage(String path, String message) throws Exception {
    assertRefused(server.postTo(path, BODY), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | data not found",
        "{} | data not found",
        "{\"time\":217} | data not found",
        "{\"liftID\":21} | data not found",
        "{\"time\":null,\"liftID\":21} | data not found",
        "{\"time\":null,\"liftID\":null} | data not found",
        "{\"tme\":217,\"liftID\":21} | invalid inputs",
        "{\"time\":217,\"liftId\":21} | invalid inputs",
        "{\"time\":null,\"liftId\":null} | invalid inputs",
        "{\"time\":217,\"liftID\":21,\"x\":1} | invalid inputs",
        "{\"time\":217,\"liftID\":21,\"skierID\":4711} | invalid inputs",
        "{\"time\":217,\"liftID\":21,\"resortID\":null} | invalid inputs",
        "{\"time\":\"\",\"liftID\":21} | invalid inputs",
        "{\"time\":0,\"liftID\":21} | invalid inputs",
        "{\"time\":361,\"liftID\":21} | invalid inputs",
        "{\"time\":217,\"liftID\":0} | invalid inputs",
        "{\"time\":217,\"liftID\":41} | invalid inputs",
        "{\"time\":-217,\"liftID\":21} | invalid inputs",
        "{\"time\":217.0,\"liftID\":21} | invalid inputs",
        "{\"time\":2e2,\"liftID\":21} | invalid inputs",
        "{\"time\":\"217\",\"liftID\":21} | invalid inputs",
        "{\"time\":[217],\"liftID\":21} | invalid inputs",
        "{\"time\":4294967513,\"liftID\":21} | invalid inputs",
        "{\"time\":99999999999999999999,\"liftID\":21} | invalid inputs",
        "{\"time\":true,\"liftID\":21} | invalid inputs"
      })
  void badRidesAre400WithTheirMessage(String body, String message) throws Exception {
    assertRefused(server.postTo(PATH, body), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "[]",
        "null",
        "1",
        "[{\"time\":217,\"liftID\":21}]",
        "{\"time\":217,\"liftID\":21,\"time\":217}",
        "{\"time\":217,\"liftID\":21}x",
        "{\"time\":217,\"liftID\":21",
        "{\"time\":0217,\"liftID\":21}",
        "{'time':217,'liftID':21}",
        "\ufeff{\"time\":217,\"liftID\":21}"
      })
  void whatIsNotOneFlatObjectIsInvalid(String body) throws Exception {
    assertRefused(server.postTo(PATH, body), "invalid inputs");
  }

  @Test
  void theRestIsAsForText() throws Exception {
    assertThat(server.postTo(PATH, BODY, "Content-Type: text/plain").status()).isEqualTo(415);
    assertThat(server.postTo(PATH, BODY, "Idempotency-Key: 7").status()).isEqualTo(400);
    assertThat(server.send("GET", "/server/skiers").headers()).containsEntry("allow", "POST");
    assertThat(server.send("DELETE", PATH).status()).isEqualTo(405);
    assertThat(server.send("DELETE", PATH).headers()).containsEntry("allow", "GET, POST");
    assertThat(server.postTo("/server/skiers/1/vertical", BODY).headers())
        .containsEntry("allow", "GET");
    assertThat(server.postTo("/server/resorts/2/seasons/2022/day/1/skiers", BODY).headers())
        .containsEntry("allow", "GET");
    assertThat(server.publisher().published()).isEmpty();
  }

  @Test
  void withoutAConfirmItIs503() throws Exception {
    server.publisher().answerWith(PublishResult.failed("the broker is away"));
    RawHttp.Answer answer = server.postTo(PATH, BODY);
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.headers()).containsEntry("retry-after", "1");
  }

  @Test
  void anotherWorkloadsPathIs404AndSaysWhy() throws Exception {
    RawHttp.Answer answer = server.postTo("/server/textbody/wordcount", "{\"message\":\"a\"}");
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.body()).contains("WORKLOAD is lift-rides");
  }

  @Test
  void withoutAStoreReadsAre501AndSayWhereToAsk() throws Exception {
    for (String path : new String[] {PATH, "/server/skiers/1/vertical", "/server/resorts/1"}) {
      RawHttp.Answer answer = server.send("GET", path);
      assertThat(answer.status()).isEqualTo(501);
      assertThat(answer.body()).contains("REDIS_URL").contains("--http");
    }
  }

  private static void assertRefused(RawHttp.Answer answer, String message) {
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).isEqualTo("{\"message\":\"" + message + "\"}");
    assertThat(server.publisher().published()).isEmpty();
  }
}
