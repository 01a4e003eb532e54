package pipeline.wire.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.wire.workload.LiftRide;

class QueryHandlerTest {
  private final KeptCounts counts = new KeptCounts();

  @ParameterizedTest
  @CsvSource({
    "/textbody/wordcount/a, 3",
    "/textbody/wordcount/A, 0",
    "/textbody/wordcount/http://x/y, 2",
    "/textbody/wordcount/a/, 0"
  })
  void aWordIsWhatFollowsThePath(String path, int count) {
    counts.add(StoreKeys.WORDS, "a", 3);
    counts.add(StoreKeys.WORDS, "http://x/y", 2);
    assertThat(new WordQueries().answer(path, counts)).contains(JsonResponse.number(count));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/textbody/wordcount", "/textbody/wordcount/", "/textbody/x/a"})
  void noWordIsNoRead(String path) {
    assertThat(new WordQueries().answer(path, counts)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/skiers/2/seasons/2022/days/1/skiers/17 | 200 | {\"message\":310}",
        "/skiers/2/seasons/2022/days/1/skiers/18 | 200 | {\"message\":20}",
        "/skiers/2/seasons/2022/days/2/skiers/17 | 200 | {\"message\":0}",
        "/skiers/2/seasons/2022/days/367/skiers/17 | 400 | {\"message\":\"invalid inputs\"}",
        "/skiers/2/seasons/2022/days//skiers/17 | 400 | {\"message\":\"missing param\"}",
        "/skiers | 400 | {\"message\":\"invalid inputs\"}",
        "/skiers/17 | 400 | {\"message\":\"invalid inputs\"}",
        "/skiers/seasons/days/skiers | 400 | {\"message\":\"missing param\"}",
        "/skiers/seasons/day/skiers | 400 | {\"message\":\"invalid inputs\"}",
        "/skiers/vertical | 400 | {\"message\":\"missing param\"}",
        "/resorts | 400 | {\"message\":\"invalid inputs\"}",
        "/resorts/seasons/day/skiers | 400 | {\"message\":\"missing param\"}",
        "/skiers/17/vertical | 200 | {\"seasons\":[{\"season\":\"2021\",\"vertical\":40},"
            + "{\"season\":\"2022\",\"vertical\":310}]}",
        "/skiers/99/vertical | 200 | {\"seasons\":[]}",
        "/skiers//vertical | 400 | {\"message\":\"missing param\"}",
        "/skiers/0/vertical | 400 | {\"message\":\"invalid inputs\"}",
        "/resorts/2/seasons/2022/day/1/skiers | 200 | {\"message\":2}",
        "/resorts/3/seasons/2022/day/1/skiers | 200 | {\"message\":0}",
        "/resorts/2/seasons/2022/days/1/skiers | 400 | {\"message\":\"invalid inputs\"}",
        "/resorts/2/seasons/2022/day//skiers | 400 | {\"message\":\"missing param\"}"
      })
  void liftRidesAddUp(String path, int status, String json) {
    add(new LiftRide(2, 2022, 1, 17, 100, 30));
    add(new LiftRide(2, 2022, 1, 17, 101, 1));
    add(new LiftRide(2, 2022, 1, 18, 100, 2));
    add(new LiftRide(2, 2021, 1, 17, 100, 4));
    assertThat(new LiftRideQueries().answer(path, counts)).contains(new JsonResponse(status, json));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/skier/1/vertical", "/skiersx/1/vertical", "/matches/1"})
  void otherPathsAreNotOfLiftRides(String path) {
    assertThat(new LiftRideQueries().answer(path, counts)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/matches/17 | 200 | {\"matchList\":[\"4711\"]}",
        "/matches/18 | 200 | {\"matchList\":[]}",
        "/matches/19 | 404 | {\"message\":\"this user has not swiped\"}",
        "/matches/5001 | 404 | {\"message\":\"this user has not swiped\"}",
        "/matches/x | 404 | {\"message\":\"this user has not swiped\"}",
        "/matches/17/x | 404 | {\"message\":\"this user has not swiped\"}",
        "/stats/17 | 200 | {\"numLikes\":2,\"numDislikes\":0}",
        "/stats/18 | 200 | {\"numLikes\":0,\"numDislikes\":1}",
        "/stats/19 | 404 | {\"message\":\"this user has not swiped\"}",
        "/stats/017 | 404 | {\"message\":\"this user has not swiped\"}"
      })
  void swipesAreCountedAndMatched(String path, int status, String json) {
    counts.add(StoreKeys.likes(17), 2);
    counts.add(StoreKeys.dislikes(18), 1);
    counts.put(StoreKeys.SWIPERS, "17");
    counts.put(StoreKeys.SWIPERS, "18");
    counts.put(StoreKeys.liked(17), "4711");
    assertThat(SwipeQueries.all().answer(path, counts)).contains(new JsonResponse(status, json));
  }

  @Test
  void matchesAreAtMostAHundred() {
    counts.put(StoreKeys.SWIPERS, "17");
    IntStream.range(0, 101).forEach(i -> counts.put(StoreKeys.liked(17), Integer.toString(i)));
    assertThat(SwipeQueries.all().answer("/matches/17", counts))
        .hasValueSatisfying(answer -> assertThat(List.of(answer.json().split(","))).hasSize(100));
  }

  @Test
  void whereOneConsumersResultsAreTheOthersPathsAreNot() {
    assertThat(SwipeQueries.onlyStats().answer("/matches/17", counts)).isEmpty();
    assertThat(SwipeQueries.onlyStats().answer("/stats/17", counts)).isPresent();
    assertThat(SwipeQueries.onlyMatches().answer("/matches/17", counts)).isPresent();
    assertThat(SwipeQueries.onlyMatches().answer("/stats/17", counts)).isEmpty();
    assertThat(SwipeQueries.all().answer("/matches", counts)).isEmpty();
    assertThat(SwipeQueries.all().answer("/swipe/left", counts)).isEmpty();
  }

  /** Adds a ride to the counts as the consumer does. */
  private void add(LiftRide ride) {
    String skier = Integer.toString(ride.skier());
    counts.add(StoreKeys.seasons(ride.skier()), Integer.toString(ride.season()), ride.vertical());
    counts.add(StoreKeys.day(ride.resort(), ride.season(), ride.day()), skier, ride.vertical());
    counts.add(StoreKeys.rides(ride.skier()), StoreKeys.ride(ride), 1);
  }
}
