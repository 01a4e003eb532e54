package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.http.Endpoints;
import pipeline.server.http.RawHttp;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.workload.Workload;

/** A path with slashes at its end is the path without them. */
class TrailingSlashTest {
  private static final String SWIPE = "{\"swiper\":\"17\",\"swipee\":\"4711\",\"comment\":\"\"}";
  private static final String DAY = "/server/skiers/2/seasons/2022/days/1/skiers/17";

  private final List<Object> asked = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"/server/swipe/left/", "/server/swipe/right//", "/server/swipe/left"})
  void ofSwipes(String path) throws Exception {
    try (WorkloadFixture<?> server = server(Workload.SWIPES, new SwipeEndpoints())) {
      assertThat(server.postTo(path, SWIPE).status()).isEqualTo(201);
      assertThat(server.publisher().published()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/server/stats/17/", "/server/matches/17//", "/server/stats/17"})
  void ofWhatSwipesAddUpTo(String path) throws Exception {
    try (WorkloadFixture<?> server = server(Workload.SWIPES, new SwipeEndpoints())) {
      assertThat(server.send("GET", path).status()).isEqualTo(200);
    }
  }

  @Test
  void ofManySwipes() throws Exception {
    String many = "Content-Type: application/x-ndjson";
    String line = SWIPE.replace("{", "{\"direction\":\"left\",") + "\n";
    try (WorkloadFixture<?> server = server(Workload.SWIPES, new SwipeEndpoints())) {
      assertThat(server.postTo("/server/swipe/", line, many).body()).isEqualTo("{\"lines\":1}");
    }
  }

  @Test
  void ofLiftRides() throws Exception {
    try (WorkloadFixture<?> server = server(Workload.LIFT_RIDES, new LiftRideEndpoints())) {
      String ride = "{\"time\":217,\"liftID\":21}";
      assertThat(server.postTo(DAY + "/", ride).status()).isEqualTo(201);
      for (String read : List.of(DAY + "/", "/server/resorts/2/seasons/2022/day/1/skiers//")) {
        assertThat(server.send("GET", read).body()).isEqualTo("{\"message\":7}");
      }
      assertThat(server.send("GET", "/server/skiers/17/vertical/").status()).isEqualTo(200);
    }
  }

  @Test
  void ofText() throws Exception {
    try (WorkloadFixture<?> server = server(Workload.WORDCOUNT, TextEndpoints.standard())) {
      String line = "{\"message\":\"a b\"}";
      assertThat(server.postTo("/server/textbody/wordcount/", line).body())
          .isEqualTo("{\"message\":2}");
      RawHttp.Answer other = server.send("GET", "/server/textbody/wordcount/");
      assertThat(other.status()).isEqualTo(405);
      assertThat(other.headers()).containsEntry("allow", "POST");
      assertThat(server.postTo("/server/textbody/charcount/", line).status()).isEqualTo(404);
    }
  }

  @ParameterizedTest
  @CsvSource({"a, a", "a/, a", "a//, a", "a%2F, a/", "a%2f/, a/", "a/b/, a/b", "%2F, /"})
  void ofAWordUnlessItsSlashIsEncoded(String sent, String word) throws Exception {
    try (WorkloadFixture<?> server = server(Workload.WORDCOUNT, TextEndpoints.standard())) {
      RawHttp.Answer answer = server.send("GET", "/server/textbody/wordcount/" + sent);
      assertThat(answer.body()).isEqualTo("{\"message\":7}");
      assertThat(asked).containsExactly("words", word);
    }
  }

  @Test
  void ofTheEndOfARun() throws Exception {
    try (WorkloadFixture<?> server = server(Workload.WORDCOUNT, TextEndpoints.standard())) {
      String path = "/server/runs/" + WorkloadFixture.RUN + "/";
      assertThat(server.postTo(path, "{\"lines\":9}").status()).isEqualTo(200);
      assertThat(server.publisher().ends()).containsExactly(new RunEnd(WorkloadFixture.RUN, 9));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/health", "/metrics"})
  void ofOperations(String path) throws Exception {
    try (WorkloadFixture<?> server = server(Workload.WORDCOUNT, TextEndpoints.standard())) {
      RawHttp.Answer without = server.send("GET", "/server" + path);
      for (String slashes : List.of("/", "//")) {
        RawHttp.Answer with = server.send("GET", "/server" + path + slashes);
        assertThat(with.status()).isEqualTo(200);
        assertThat(with.headers().get("content-type"))
            .isEqualTo(without.headers().get("content-type"));
      }
      assertThat(server.send("GET", "/server" + path + "/x").status()).isEqualTo(404);
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
