package pipeline.wire.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  private static final Map<String, QueryHandler> WORKLOADS =
      Map.of(
          "words", new WordQueries(),
          "rides", new LiftRideQueries(),
          "swipes", SwipeQueries.all(),
          "only matches", SwipeQueries.onlyMatches(),
          "only stats", SwipeQueries.onlyStats());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          words | /textbody/wordcount/a | 200 {"message":3}
          words | /textbody/wordcount/A /textbody/wordcount/a/ | 200 {"message":0}
          words | /textbody/wordcount/http://x/y | 200 {"message":2}
          words | / /textbody/wordcount /textbody/wordcount/ /textbody/x/a | none
          rides | /skiers/2/seasons/2022/days/1/skiers/17 | 200 {"message":310}
          rides | /skiers/2/seasons/2022/days/2/skiers/17 | 200 {"message":0}
          rides | /skiers/10/seasons/9999/days/366/skiers/100000 | 200 {"message":0}
          rides | /skiers/17/vertical | 200 {"seasons":[{"season":"2021","vertical":40},{"season":"2022","vertical":310}]}
          rides | /skiers/99/vertical | 200 {"seasons":[]}
          rides | /resorts/2/seasons/2022/day/1/skiers | 200 {"message":2}
          rides | /resorts/3/seasons/2022/day/1/skiers | 200 {"message":0}
          rides | / /skier/1/vertical /skiersx/1/vertical /matches/1 | none
          swipes | /matches/17 | 200 {"matchList":["4711"]}
          swipes | /matches/18 | 200 {"matchList":[]}
          swipes | /matches/19 /matches/x /stats/19 /stats/017 | 404 {"message":"this user has not swiped"}
          swipes | /stats/17 | 200 {"numLikes":2,"numDislikes":0}
          swipes | /stats/18 | 200 {"numLikes":0,"numDislikes":1}
          swipes | /matches /swipe/left | none
          only stats | /stats/17 | 200 {"numLikes":2,"numDislikes":0}
          only stats | /matches/17 | none
          only matches | /matches/17 | 200 {"matchList":["4711"]}
          only matches | /stats/17 | none
          """)
  void aPathIsAnsweredFromTheCountsUnlessItIsNotOfTheWorkload(
      String workload, String paths, String answer) {
    for (String path : paths.split(" ", -1)) {
      Optional<JsonResponse> response = WORKLOADS.get(workload).answer(path, counts);
      assertThat(response.map(told -> told.status() + " " + told.json()).orElse("none"))
          .as(path)
          .isEqualTo(answer);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // only the start of a form
        "invalid inputs | %s | /skiers,/resorts,/skiers/1,/skiers/1/seasons/2022/days",
        "invalid inputs | /skiers%s | /seasons/days",
        // another form
        "invalid inputs | /skiers/1/seasons/2022/days/1/skiers/%s | 1/x,1/",
        "invalid inputs | /resorts/2/seasons/2022/%s | days/1/skiers,day/3/",
        "invalid inputs | /skiers/%s | seasons/day/skiers,1//2022/days/1/skiers/1",
        // not a number, another spelling of one, or out of range
        "invalid inputs | /skiers/%s/seasons/2022/days/1/skiers/1 | 0,x,-1,+1,01,1.0, 1,\u0661",
        "invalid inputs | /skiers/%s/vertical | 0",
        "invalid inputs | /skiers/1/seasons/%s/days/1/skiers/1 | 999,10000",
        "invalid inputs | /skiers/1/seasons/2022/days/%s/skiers/1 | 367",
        "invalid inputs | /skiers/1/seasons/2022/days/1/skiers/%s | 100001,4294967297,"
            + "99999999999999999999",
        // empty or left out between all the words
        "missing param | /skiers/1/seasons/2022/days/1/skiers%s | ,/",
        "missing param | /skiers%s | /seasons/days/skiers,/vertical,/999/seasons//days/1/skiers/1",
        "missing param | /skiers%s/seasons/2022/days/1/skiers/1 | ,/"
      })
  void whatIsNotOfTheFormOrOutOfRangeIsInvalidAndANumberLeftOutIsMissing(
      String message, String path, String values) {
    for (String value : values.split(",", -1)) {
      assertThat(new LiftRideQueries().answer(path.formatted(value), counts))
          .as(value)
          .contains(JsonResponse.error(400, message));
    }
  }
}
