package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.Failable;
import org.junit.jupiter.api.Test;
import pipeline.client.http.Request;
import pipeline.testkit.process.Tool;
import pipeline.wire.workload.Workload;

/**
 * The generated requests are those of an oracle in another language that shares no code with them.
 */
class GeneratedRequestsTest {
  private static final int REQUESTS = 1_000;
  private static final long SEED = 42;

  private final RequestGenerator rides = new LiftRideRequests(SEED);
  private final RequestGenerator swipes = new SwipeRequests(SEED);
  private final Map<String, Long> counts = new TreeMap<>();

  @Test
  void ridesComeToWhatTheOracleSays() throws Exception {
    long vertical = 0;
    for (Map<String, Object> ride : lines(rides)) {
      Object resort = ride.get("resortID");
      Object skier = ride.get("skierID");
      Object lift = ride.get("liftID");
      long climbed = 10L * (int) lift;
      counts.merge("skier:" + skier + "/2022", climbed, Long::sum);
      counts.merge("day:" + resort + ":2022:1/" + skier, climbed, Long::sum);
      String place = resort + "/2022/1/" + ride.get("time") + "/" + lift;
      counts.merge("rides:" + skier + "/" + place, 1L, Long::sum);
      vertical += climbed;
    }
    assertThat(oracle("lift-rides")).containsExactlyElementsOf(dump());
    assertThat(oracle("lift-rides --totals"))
        .containsExactly("rides=1000 skiers=%s vertical=%s".formatted(number("skier:"), vertical));
  }

  @Test
  void likesDislikesAndMatchesComeToWhatTheOracleSays() throws Exception {
    int likes = 0;
    for (Map<String, Object> swipe : lines(swipes)) {
      boolean like = swipe.get("direction").equals("right");
      likes += like ? 1 : 0;
      counts.merge((like ? "Likes:" : "Dislikes:") + swipe.get("swiper"), 1L, Long::sum);
    }
    assertThat(oracle("swipe-counts")).containsExactlyElementsOf(dump());
    counts.clear();
    for (Map<String, Object> swipe : lines(swipes)) {
      counts.put("Swipers/" + swipe.get("swiper"), 1L);
      if (swipe.get("direction").equals("right")) {
        counts.put("Swiper:" + swipe.get("swiper") + "/" + swipe.get("swipee"), 1L);
      }
    }
    assertThat(oracle("swipe-matches")).containsExactlyElementsOf(dump());
    String totals = "swipes=1000 likes=%s dislikes=%s matches=%s";
    assertThat(oracle("swipe-matches --totals"))
        .containsExactly(totals.formatted(likes, 1000 - likes, number("Swiper:")));
  }

  @Test
  void aLineSaysWhatPathAndBodyOfItsOwnRequestSay() throws IOException {
    assertLinesSay(
        rides,
        "\\{\"resortID\":(\\d+),\"seasonID\":(2022),\"dayID\":(1),\"skierID\":(\\d+),"
            + "(\"time\":\\d+,\"liftID\":\\d+})",
        "/skiers/$1/seasons/$2/days/$3/skiers/$4 {$5");
    assertThat(ofMany(Workload.LIFT_RIDES)).isEqualTo("/skiers application/x-ndjson");
    assertThat(ofMany(Workload.SWIPES)).isEqualTo("/swipe application/x-ndjson");
    assertLinesSay(
        swipes,
        "\\{\"direction\":\"(left|right)\","
            + "(\"swiper\":\"\\d+\",\"swipee\":\"\\d+\",\"comment\":\"[a-z]{0,63}\"})",
        "/swipe/$1 {$2");
  }

  private static String ofMany(Workload workload) throws IOException {
    Request request = traffic(workload).requests().next().orElseThrow();
    return request.path() + " " + request.contentType();
  }

  private static GeneratedTraffic traffic(Workload workload) {
    return GeneratedTraffic.of(workload, 9, SEED, Part.WHOLE, 7);
  }

  private static void assertLinesSay(RequestGenerator generator, String form, String request) {
    for (int seq = 0; seq < REQUESTS; seq++) {
      Request post = generator.post(seq);
      assertThat(post.method()).isEqualTo("POST");
      assertThat(post.path() + " " + new String(post.body(), US_ASCII))
          .isEqualTo(generator.line(seq).replaceFirst(form, request));
    }
  }

  @Test
  void noLineIsLongerThanRequestsOfManyLinesReckonWith() {
    for (RequestGenerator generator : List.of(rides, swipes)) {
      assertThat(LongStream.range(0, 50_000).mapToObj(generator::line))
          .allMatch(line -> line.length() < GeneratedTraffic.MAX_LINE_BYTES);
    }
  }

  @Test
  void theReadsAskAllThereIsToAskAboutOneRideOrSwiperAfterTheOther() throws Exception {
    RequestSource ofRides = traffic(Workload.LIFT_RIDES).reads();
    RequestSource ofSwipes = traffic(Workload.SWIPES).reads();
    for (int i = 0; i < 10; i++) {
      Map<String, Object> ride = lines(rides).get(i);
      assertThat(gets(ofRides, 3))
          .containsExactly(
              "GET " + rides.post(i).path(),
              "GET /skiers/" + ride.get("skierID") + "/vertical",
              "GET /resorts/" + ride.get("resortID") + "/seasons/2022/day/1/skiers");
      Object swiper = lines(swipes).get(i).get("swiper");
      assertThat(gets(ofSwipes, 2))
          .containsExactly("GET /matches/" + swiper, "GET /stats/" + swiper);
    }
  }

  private static List<Map<String, Object>> lines(RequestGenerator generator) throws IOException {
    List<Map<String, Object>> lines = new ArrayList<>();
    for (int seq = 0; seq < REQUESTS; seq++) {
      lines.add(JSON.std.mapFrom(generator.line(seq)));
    }
    return lines;
  }

  private static List<String> gets(RequestSource reads, int number) {
    return Stream.generate(() -> Failable.call(reads::next).orElseThrow())
        .limit(number)
        .map(request -> request.method() + " " + request.path())
        .toList();
  }

  /** The number of counts whose names begin so. */
  private long number(String prefix) {
    return counts.keySet().stream().filter(name -> name.startsWith(prefix)).count();
  }

  /**
   * The counts in the form of the consumer's dump; all keys are ASCII, so their order is that of
   * the bytes.
   */
  private List<String> dump() {
    return counts.entrySet().stream().map(e -> e.getValue() + "\t" + e.getKey()).toList();
  }

  private static List<String> oracle(String workload) throws IOException {
    String command =
        "python3 ../deploy/lib/oracle.py %s --requests 1000 --seed %s".formatted(workload, SEED);
    return Tool.run(command.split(" ", -1)).lines().toList();
  }
}
