package pipeline.wire.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each read finds its counts under the names that consumers give them. */
class QueryHandlerTest {
  private static final Map<String, Long> NUMBERS = Map.of("Likes:17", 2L, "Dislikes:18", 1L);
  private static final Map<String, Map<String, Long>> TABLES =
      Map.of(
          "words", Map.of("a", 3L, "http://x/y", 2L),
          "skier:17", Map.of("2022", 310L, "2021", 40L),
          "day:2:2022:1", Map.of("17", 310L, "18", 20L));
  private static final Map<String, Set<String>> SETS =
      Map.of("Swipers", Set.of("17", "18"), "Swiper:17", Set.of("4711"));

  private final CounterQueries counts = new Kept();

  /** Counts that do not change. */
  private static final class Kept implements CounterQueries {
    @Override
    public long number(String number) {
      return NUMBERS.getOrDefault(number, 0L);
    }

    @Override
    public long number(String table, String row) {
      return rows(table).getOrDefault(row, 0L);
    }

    @Override
    public Map<String, Long> rows(String table) {
      return TABLES.getOrDefault(table, Map.of());
    }

    @Override
    public long rowCount(String table) {
      return rows(table).size();
    }

    @Override
    public boolean contains(String set, String member) {
      return SETS.getOrDefault(set, Set.of()).contains(member);
    }

    @Override
    public List<String> members(String set, int limit) {
      assertThat(limit).isEqualTo(100);
      return List.copyOf(SETS.getOrDefault(set, Set.of()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/textbody/wordcount/a, 3",
    "/textbody/wordcount/A, 0",
    "/textbody/wordcount/http://x/y, 2",
    "/textbody/wordcount/a/, 0"
  })
  void aWordIsWhatFollowsThePath(String path, int count) {
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
        "/skiers/2/seasons/2022/days/1/skiers/17 | {\"message\":310}",
        "/skiers/2/seasons/2022/days/2/skiers/17 | {\"message\":0}",
        "/skiers/10/seasons/9999/days/366/skiers/100000 | {\"message\":0}",
        "/skiers/17/vertical |"
            + " {\"seasons\":[{\"season\":\"2021\",\"vertical\":40},{\"season\":\"2022\",\"vertical\":310}]}",
        "/skiers/99/vertical | {\"seasons\":[]}",
        "/resorts/2/seasons/2022/day/1/skiers | {\"message\":2}",
        "/resorts/3/seasons/2022/day/1/skiers | {\"message\":0}",
      })
  void liftRidesAddUp(String path, String json) {
    assertThat(new LiftRideQueries().answer(path, counts)).contains(JsonResponse.ok(json));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/skiers",
        "/resorts",
        // only the start of a form
        "/skiers/1",
        "/skiers/1/seasons/2022/days",
        "/skiers/seasons/days",
        // another form
        "/skiers/1/seasons/2022/days/1/skiers/1/x",
        "/skiers/1/seasons/2022/days/1/skiers/1/",
        "/resorts/2/seasons/2022/days/1/skiers",
        "/resorts/2/seasons/2022/day/3/",
        "/skiers/seasons/day/skiers",
        "/skiers/1//2022/days/1/skiers/1",
        // out of range
        "/skiers/0/vertical",
        "/skiers/0/seasons/2022/days/1/skiers/1",
        "/skiers/1/seasons/999/days/1/skiers/1",
        "/skiers/1/seasons/10000/days/1/skiers/1",
        "/skiers/1/seasons/2022/days/367/skiers/1",
        "/skiers/1/seasons/2022/days/1/skiers/100001",
        "/skiers/1/seasons/2022/days/1/skiers/4294967297",
        "/skiers/1/seasons/2022/days/1/skiers/99999999999999999999",
        // not a number, or another spelling of one
        "/skiers/x/seasons/2022/days/1/skiers/1",
        "/skiers/-1/seasons/2022/days/1/skiers/1",
        "/skiers/+1/seasons/2022/days/1/skiers/1",
        "/skiers/01/seasons/2022/days/1/skiers/1",
        "/skiers/1.0/seasons/2022/days/1/skiers/1",
        "/skiers/ 1/seasons/2022/days/1/skiers/1",
        "/skiers/\u0661/seasons/2022/days/1/skiers/1"
      })
  void whatIsNotOfTheFormOrOutOfRangeIsInvalid(String path) {
    assertThat(new LiftRideQueries().answer(path, counts))
        .contains(JsonResponse.error(400, "invalid inputs"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/skiers//seasons/2022/days/1/skiers/1",
        "/skiers/1/seasons/2022/days/1/skiers/",
        "/skiers/1/seasons/2022/days/1/skiers",
        "/skiers/seasons/days/skiers",
        "/skiers/seasons/2022/days/1/skiers/1",
        "/skiers/999/seasons//days/1/skiers/1",
        "/skiers/vertical"
      })
  void aNumberThatIsEmptyOrLeftOutBetweenAllTheWordsIsAMissingParam(String path) {
    assertThat(new LiftRideQueries().answer(path, counts))
        .contains(JsonResponse.error(400, "missing param"));
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
        "/matches/x | 404 | {\"message\":\"this user has not swiped\"}",
        "/stats/17 | 200 | {\"numLikes\":2,\"numDislikes\":0}",
        "/stats/18 | 200 | {\"numLikes\":0,\"numDislikes\":1}",
        "/stats/19 | 404 | {\"message\":\"this user has not swiped\"}",
        "/stats/017 | 404 | {\"message\":\"this user has not swiped\"}"
      })
  void swipesAreCountedAndMatched(String path, int status, String json) {
    assertThat(SwipeQueries.all().answer(path, counts)).contains(new JsonResponse(status, json));
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
}
