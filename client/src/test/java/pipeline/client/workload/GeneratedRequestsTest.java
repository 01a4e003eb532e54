package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pipeline.client.http.Request;
import pipeline.testkit.process.Tool;
import pipeline.wire.workload.Workload;

/** The generated requests, against an oracle in another language that shares no code with them. */
class GeneratedRequestsTest {
  private static final int REQUESTS = 1_000;
  private static final long SEED = 42;
  private static final Pattern RIDE_PATH =
      Pattern.compile("/skiers/([0-9]+)/seasons/2022/days/1/skiers/([0-9]+)");
  private static final Pattern RIDE_BODY =
      Pattern.compile("\\{\"time\":([0-9]+),\"liftID\":([0-9]+)}");
  private static final Pattern SWIPE_BODY =
      Pattern.compile(
          "\\{\"swiper\":\"([0-9]+)\",\"swipee\":\"([0-9]+)\",\"comment\":\"([a-z]{0,63})\"}");

  private final RequestGenerator rides = new LiftRideRequests(SEED);
  private final RequestGenerator swipes = new SwipeRequests(SEED);
  private final Map<String, Long> counts = new TreeMap<>();

  @Test
  void ridesComeToWhatTheOracleSays() throws Exception {
    long vertical = 0;
    for (Request request : posts(rides)) {
      Matcher path = matched(RIDE_PATH, request.path());
      Matcher body = matched(RIDE_BODY, new String(request.body(), US_ASCII));
      String resort = path.group(1);
      String skier = path.group(2);
      long climbed = 10 * Long.parseLong(body.group(2));
      counts.merge("skier:" + skier + "/2022", climbed, Long::sum);
      counts.merge("day:" + resort + ":2022:1/" + skier, climbed, Long::sum);
      String ride = resort + "/2022/1/" + body.group(1) + "/" + body.group(2);
      counts.merge("rides:" + skier + "/" + ride, 1L, Long::sum);
      vertical += climbed;
    }

    assertThat(oracle("lift-rides")).containsExactlyElementsOf(dump());
    long skiers = counts.keySet().stream().filter(key -> key.startsWith("skier:")).count();
    assertThat(oracle("lift-rides", "--totals"))
        .containsExactly("rides=1000 skiers=%s vertical=%s".formatted(skiers, vertical));
  }

  @Test
  void likesAndDislikesComeToWhatTheOracleSays() throws Exception {
    posts(swipes).forEach(swipe -> counts.merge(side(swipe) + swiper(swipe), 1L, Long::sum));

    assertThat(oracle("swipe-counts")).containsExactlyElementsOf(dump());
  }

  @Test
  void matchesComeToWhatTheOracleSays() throws Exception {
    for (Request swipe : posts(swipes)) {
      counts.put("Swipers/" + swiper(swipe), 1L);
      if (side(swipe).equals("Likes:")) {
        counts.put("Swiper:" + swiper(swipe) + "/" + bodyOf(swipe).group(2), 1L);
      }
    }

    assertThat(oracle("swipe-matches")).containsExactlyElementsOf(dump());
    long likes = posts(swipes).stream().filter(swipe -> side(swipe).equals("Likes:")).count();
    long matches = counts.keySet().stream().filter(key -> key.startsWith("Swiper:")).count();
    assertThat(oracle("swipe-matches", "--totals"))
        .containsExactly(
            "swipes=1000 likes=%s dislikes=%s matches=%s".formatted(likes, 1000 - likes, matches));
  }

  @Test
  void aLineSaysWhatPathAndBodyOfItsOwnRequestSay() {
    for (Request ride : posts(rides)) {
      Matcher path = matched(RIDE_PATH, ride.path());
      String body = new String(ride.body(), US_ASCII).substring(1);

      assertThat(rides.line(ride.seq()))
          .isEqualTo(
              "{\"resortID\":%s,\"seasonID\":2022,\"dayID\":1,\"skierID\":%s,%s"
                  .formatted(path.group(1), path.group(2), body));
    }
    for (Request swipe : posts(swipes)) {
      String direction = side(swipe).equals("Likes:") ? "right" : "left";
      String body = new String(swipe.body(), US_ASCII).substring(1);

      assertThat(swipes.line(swipe.seq()))
          .isEqualTo("{\"direction\":\"" + direction + "\"," + body);
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
  void requestsOfManyLinesStayBelowAMebibyteAndWithinTheirRound() throws IOException {
    GeneratedTraffic traffic =
        GeneratedTraffic.of(Workload.SWIPES, 10_000, SEED, Part.WHOLE, 1_000_000);
    List<Request> sent = new ArrayList<>();
    try (RequestSource source = traffic.requests()) {
      for (int i = 0; i < 2 * traffic.requestsPerRound(); i++) {
        sent.add(source.next().orElseThrow());
      }
    }

    assertThat(sent).extracting(Request::seq).containsExactly(0L, 6553L, 10_000L, 16_553L);
    assertThat(sent).extracting(Request::lines).containsExactly(6553, 3447, 6553, 3447);
    assertThat(sent)
        .allMatch(request -> request.body().length <= LineSource.MAX_BODY_BYTES)
        .extracting(request -> request.path() + " " + request.contentType())
        .containsOnly("/swipe application/x-ndjson");
    assertThat(sent.stream().flatMap(request -> new String(request.body(), US_ASCII).lines()))
        .containsExactlyElementsOf(LongStream.range(0, 20_000).mapToObj(swipes::line).toList());
  }

  @Test
  void theReadsAskAllThereIsToAskAboutOneRideOrSwiperAfterTheOther() {
    for (int i = 0; i < 10; i++) {
      String day = rides.post(i).path();
      Matcher ids = matched(RIDE_PATH, day);
      assertThat(gets(rides, 3L * i, 3))
          .containsExactly(
              "GET " + day,
              "GET /skiers/" + ids.group(2) + "/vertical",
              "GET /resorts/" + ids.group(1) + "/seasons/2022/day/1/skiers");
      String swiper = swiper(swipes.post(i));
      assertThat(gets(swipes, 2L * i, 2))
          .containsExactly("GET /matches/" + swiper, "GET /stats/" + swiper);
    }
  }

  private static List<Request> posts(RequestGenerator generator) {
    List<Request> requests = LongStream.range(0, REQUESTS).mapToObj(generator::post).toList();
    assertThat(requests).extracting(Request::method).containsOnly("POST");
    return requests;
  }

  private static List<String> gets(RequestGenerator generator, long from, int number) {
    return LongStream.range(from, from + number)
        .mapToObj(generator::get)
        .map(request -> request.method() + " " + request.path())
        .toList();
  }

  private static String side(Request swipe) {
    return matched(Pattern.compile("/swipe/(left|right)"), swipe.path()).group(1).equals("right")
        ? "Likes:"
        : "Dislikes:";
  }

  private static String swiper(Request swipe) {
    return bodyOf(swipe).group(1);
  }

  private static Matcher bodyOf(Request swipe) {
    return matched(SWIPE_BODY, new String(swipe.body(), US_ASCII));
  }

  private static Matcher matched(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.matches()).as(text).isTrue();
    return matcher;
  }

  /**
   * The counts in the form of the consumer's dump; all keys are ASCII, so their order is that of
   * the bytes.
   */
  private List<String> dump() {
    return counts.entrySet().stream().map(e -> e.getValue() + "\t" + e.getKey()).toList();
  }

  private static List<String> oracle(String workload, String... options) throws IOException {
    String[] command = {"python3", "../deploy/lib/oracle.py", workload, "--requests", "1000"};
    String[] seed = {"--seed", Long.toString(SEED)};
    return Tool.run(
            Stream.of(command, seed, options).flatMap(Arrays::stream).toArray(String[]::new))
        .lines()
        .toList();
  }
}
