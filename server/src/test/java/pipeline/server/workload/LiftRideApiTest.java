package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.Workload;

/** Lift rides, one or many in a request, are published, or refused with what is wrong. */
class LiftRideApiTest extends OnTomcat<LiftRide> {
  private static final String MANY = "/server/skiers";
  private static final String PATH = "/server/skiers/2/seasons/2022/days/1/skiers/4711";
  private static final String BODY = "{\"time\":217,\"liftID\":21}";
  private static final String LINE =
      "{\"resortID\":2,\"seasonID\":2022,\"dayID\":1,\"skierID\":4711,\"time\":217,\"liftID\":21}";
  private static final LiftRide RIDE = new LiftRide(2, 2022, 1, 4711, 217, 21);

  LiftRideApiTest() throws Exception {
    super(Workload.LIFT_RIDES, new LiftRideEndpoints(), Optional.empty());
  }

  @Test
  void manyArePublishedAndAnswered201() throws Exception {
    String last =
        "{\"liftID\":40,\"time\":360,\"skierID\":100000,\"dayID\":366,"
            + "\"seasonID\":9999,\"resortID\":10}";
    postTo(MANY, LINE + "\r\n" + last, NDJSON, key(3)).hasStatus(201).hasBody("{\"lines\":2}");
    Entry<LiftRide> entry = publisher.published().remove();
    assertThat(entry.key()).isEqualTo(new RequestKey(RUN, 3));
    assertThat(entry.lines().payloads())
        .isEqualTo(List.of(RIDE, new LiftRide(10, 9999, 366, 100_000, 360, 40)));
    postTo(MANY, "\n", NDJSON).hasBody("{\"lines\":0}");
    assertNothingPublished();
  }

  @ParameterizedTest
  @CsvSource({
    "/server/skiers/1/seasons/1000/days/1/skiers/1, 1, 1",
    "/server/skiers/10/seasons/9999/days/366/skiers/100000, 360, 40"
  })
  void theEndsOfTheRangesAreTaken(String path, int time, int lift) throws Exception {
    String body = " {\"liftID\" : " + lift + ", \"time\" : " + time + "}\n";
    postTo(path, body).hasStatus(201).says("created");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | data not found",
        "{\"time\":217} | data not found",
        "{\"time\":null,\"liftID\":21} | data not found",
        "{\"time\":217,\"liftId\":21} | invalid inputs",
        "{\"time\":217,\"liftID\":21,\"skierID\":4711} | invalid inputs",
        "{\"time\":0,\"liftID\":21} | invalid inputs",
        "{\"time\":361,\"liftID\":21} | invalid inputs",
        "{\"time\":217,\"liftID\":0} | invalid inputs",
        "{\"time\":217,\"liftID\":41} | invalid inputs",
        "{\"time\":\"217\",\"liftID\":21} | invalid inputs",
        "nonsense | invalid inputs"
      })
  void badRidesAre400WithTheirMessage(String body, String message) throws Exception {
    refused(400, postTo(PATH, body)).says(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"resortID\":2, | '' | missing param",
        "\"dayID\":1 | \"dayID\":367 | invalid inputs",
        "\"time\":217, | '' | data not found",
        "\"liftID\":21} | \"liftID\":21 | invalid inputs"
      })
  void aBadLineIs400WithTheTextsOfASingleRide(String good, String bad, String text)
      throws Exception {
    String line = LINE.replace(good, bad);
    assertThat(line).isNotEqualTo(LINE);
    String body = LINE + "\n\r\n" + line + "\n" + LINE;
    refused(400, postTo(MANY, body, NDJSON)).says("line 3: " + text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/plain", "application/ndjson"})
  void manyInAnyOtherFormAreInvalidInputs(String type) throws Exception {
    refused(400, postTo(MANY, LINE, "Content-Type: " + type)).says("invalid inputs");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /server/skiers, POST",
    "DELETE, " + PATH + ", 'GET, POST'",
    "POST, /server/skiers/1/vertical, GET",
    "POST, /server/resorts/2/seasons/2022/day/1/skiers, GET"
  })
  void otherMethodsAre405WithAllow(String method, String path, String allow) throws Exception {
    refused(405, send(method, path)).hasHeader("allow", allow);
  }

  @Test
  void aBadPathAnotherTypeAndAnotherWorkloadAreRefused() throws Exception {
    refused(400, postTo("/server/skiers//seasons//days//skiers/", BODY)).says("missing param");
    refused(400, postTo(PATH + "%31x", BODY)).says("invalid inputs");
    refused(415, postTo(PATH, LINE, NDJSON))
        .says("the content type must be application/json, in UTF-8");
    refused(404, postTo("/server/textbody/wordcount", "{\"message\":\"a\"}"))
        .contains("WORKLOAD is lift-rides");
  }
}
