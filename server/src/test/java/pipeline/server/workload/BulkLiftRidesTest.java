package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.http.RawHttp;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.Workload;

/** Many lift rides in one request. */
class BulkLiftRidesTest extends BulkWorkloadFixture<LiftRide> {
  private static final String GOOD =
      "{\"resortID\":2,\"seasonID\":2022,\"dayID\":1,\"skierID\":4711,\"time\":217,\"liftID\":21}";

  BulkLiftRidesTest() {
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
