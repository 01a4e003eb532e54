package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.http.Endpoints;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.workload.Workload;

/** A path with slashes at its end is the path without them. */
class TrailingSlashTest {
  private static final String SWIPE = "{\"swiper\":\"17\",\"swipee\":\"4711\",\"comment\":\"\"}";
  private static final String DAY = "/server/skiers/2/seasons/2022/days/1/skiers/17";

  private final List<Object> asked = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({"left/", "right//", "left"})
  void ofSwipes(String path) throws Exception {
    try (WorkloadFixture<?> server = server(Workload.SWIPES, new SwipeEndpoints())) {
      server.postTo("/server/swipe/" + path, SWIPE).hasStatus(201);
      String line = SWIPE.replace("{", "{\"direction\":\"left\",") + "\n";
      server.postTo("/server/swipe/", line, OnTomcat.NDJSON).hasBody("{\"lines\":1}");
      assertThat(server.publisher().published()).hasSize(2);
      for (String read : List.of("stats/17/", "matches/17//", "stats/17")) {
        server.send("GET", "/server/" + read).hasStatus(200);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"/", "//"})
  void ofLiftRides(String slashes) throws Exception {
    try (WorkloadFixture<?> server = server(Workload.LIFT_RIDES, new LiftRideEndpoints())) {
      server.postTo(DAY + slashes, "{\"time\":217,\"liftID\":21}").hasStatus(201);
      String skiers = "/server/resorts/2/seasons/2022/day/1/skiers";
      for (String read : List.of(DAY + slashes, skiers + slashes)) {
        server.send("GET", read).hasBody("{\"message\":7}");
      }
      server.send("GET", "/server/skiers/17/vertical" + slashes).hasStatus(200);
    }
  }

  @ParameterizedTest
  @CsvSource({"/", "//"})
  void ofTextAndEndsOfRunsAndOperations(String slashes) throws Exception {
    try (WorkloadFixture<?> server = server(Workload.WORDCOUNT, TextEndpoints.standard())) {
      String line = "{\"message\":\"a b\"}";
      String path = "/server/textbody/wordcount" + slashes;
      server.postTo(path, line).hasBody("{\"message\":2}");
      server.send("GET", path).hasStatus(405).hasHeader("allow", "POST");
      server.postTo("/server/textbody/charcount" + slashes, line).hasStatus(404);
      server
          .postTo("/server/runs/" + WorkloadFixture.RUN + slashes, "{\"lines\":9}")
          .hasStatus(200);
      for (String operation : List.of("/server/health", "/server/metrics")) {
        String type = server.send("GET", operation).headers().get("content-type");
        server.send("GET", operation + slashes).hasStatus(200).hasHeader("content-type", type);
        server.send("GET", operation + "/x").hasStatus(404);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"a, a", "a/, a", "a//, a", "a%2F, a/", "a%2f/, a/", "a/b/, a/b", "%2F, /"})
  void ofAWordUnlessItsSlashIsEncoded(String sent, String word) throws Exception {
    try (WorkloadFixture<?> server = server(Workload.WORDCOUNT, TextEndpoints.standard())) {
      server.send("GET", "/server/textbody/wordcount/" + sent).hasBody("{\"message\":7}");
      assertThat(asked).containsExactly("words", word);
    }
  }

  private <P> WorkloadFixture<P> server(Workload workload, Endpoints<P> endpoints)
      throws Exception {
    return new WorkloadFixture<>(workload, endpoints, Optional.of(sevenOfEverything()));
  }

  /** A store in which every count exists. */
  private CounterQueries sevenOfEverything() {
    return (CounterQueries)
        Proxy.newProxyInstance(
            CounterQueries.class.getClassLoader(),
            new Class<?>[] {CounterQueries.class},
            (proxy, method, arguments) -> {
              asked.addAll(Arrays.asList(arguments));
              return switch (method.getName()) {
                case "contains" -> true;
                case "members" -> List.of();
                case "rows" -> Map.of();
                default -> 7L;
              };
            });
  }
}
