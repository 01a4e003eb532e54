package pipeline.consumer.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static pipeline.consumer.store.Payloads.ride;
import static pipeline.consumer.store.Payloads.swipe;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.file.FileLimits;
import pipeline.consumer.store.file.FileStore;
import pipeline.consumer.store.file.StateDirectory;
import pipeline.consumer.store.file.StateException;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.Swipe;

class WorkloadHandlerTest {
  private static final FileLimits LIMITS = FileLimits.of(1 << 20, System::currentTimeMillis);

  private static final Settings NONE = new Settings(Map.of(), new Properties());

  @TempDir private Path temp;

  @ParameterizedTest
  @CsvSource({
    "wordcount, wordcount, wordcount",
    "lift-rides, lift-rides, lift-rides",
    "swipe-counts, swipes, swipes.counts",
    "swipe-matches, swipes, swipes.matches",
  })
  void eachIsFoundByItsNameAndHasAQueue(String name, String exchange, String queue)
      throws Exception {
    WorkloadHandler<?> handler = WorkloadHandler.named(name);
    assertThat(handler.name()).isEqualTo(name);
    assertThat(handler.queue(NONE).exchange()).isEqualTo(exchange);
    assertThat(handler.queue(NONE).queue()).isEqualTo(queue);
  }

  @Test
  void anUnknownNameIsToldTheKnownOnes() {
    assertThatThrownBy(() -> WorkloadHandler.named("skiing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--workload is 'skiing', but must be one of"
                + " wordcount, lift-rides, swipe-counts, swipe-matches");
  }

  @Test
  void ridesAddUpBySkierSeasonAndDay() throws Exception {
    LiftRidesHandler handler = new LiftRidesHandler();
    CountedStore<LiftRide> counts = CountedStore.of(handler);
    counts.add(List.of(ride(0, 7, 21), ride(1, 7, 21), ride(1, 7, 21), ride(2, 8, 40)));

    assertThat(CountedStore.asMap(counts))
        .isEqualTo(
            Map.of(
                "skier:7/2022", 420L,
                "skier:8/2022", 400L,
                "day:2:2022:1/7", 420L,
                "day:2:2022:1/8", 400L,
                "rides:7/2/2022/1/217/21", 2L,
                "rides:8/2/2022/1/217/40", 1L));
    assertThat(Tally.of(counts, handler, 0).figures().toString())
        .isEqualTo("{skiers=2, vertical=820}");
    assertThat(handler.reads().answer("/skiers/7/vertical", counts.queries()).orElseThrow().json())
        .isEqualTo("{\"seasons\":[{\"season\":\"2022\",\"vertical\":420}]}");
    assertThat(
            handler
                .reads()
                .answer("/resorts/2/seasons/2022/day/1/skiers", counts.queries())
                .orElseThrow()
                .json())
        .isEqualTo("{\"message\":2}");
  }

  @Test
  void swipesAreCountedByTheOneAndRememberedByTheOther() throws Exception {
    SwipeCountsHandler counts = new SwipeCountsHandler();
    SwipeMatchesHandler matches = new SwipeMatchesHandler();
    CountedStore<Swipe> counted = CountedStore.of(counts);
    CountedStore<Swipe> matched = CountedStore.of(matches);
    for (CountedStore<Swipe> each : List.of(counted, matched)) {
      each.add(List.of(swipe(0, true, 17, 4711), swipe(1, true, 17, 4711)));
      each.add(List.of(swipe(2, false, 17, 5), swipe(3, false, 18, 5), swipe(3, false, 18, 5)));
    }

    assertThat(CountedStore.asMap(counted))
        .isEqualTo(Map.of("Likes:17", 2L, "Dislikes:17", 1L, "Dislikes:18", 1L));
    assertThat(Tally.of(counted, counts, 0).figures().toString())
        .isEqualTo("{likes=2, dislikes=2}");
    assertThat(CountedStore.asMap(matched))
        .isEqualTo(Map.of("Swipers/17", 1L, "Swipers/18", 1L, "Swiper:17/4711", 1L));
    assertThat(Tally.of(matched, matches, 0).figures().toString())
        .isEqualTo("{swipers=2, matches=1}");
    assertThat(matches.reads().answer("/matches/17", matched.queries()).orElseThrow().json())
        .isEqualTo("{\"matchList\":[\"4711\"]}");
    assertThat(matches.reads().answer("/matches/19", matched.queries()).orElseThrow().status())
        .isEqualTo(404);
    assertThat(matches.reads().answer("/stats/17", matched.queries())).isEmpty();
  }

  @Test
  void aStateDirectoryKeepsGroupsAndRefusesAnotherWorkload() throws Exception {
    Map<String, String> subject = Map.of("workload", "swipe-matches", "queue", "swipes.matches");
    SwipeMatchesHandler handler = new SwipeMatchesHandler();
    Map<String, Long> before;
    Path state = temp.resolve("state");
    try (StateDirectory directory = StateDirectory.open(state);
        FileStore<Swipe> store = FileStore.open(directory, subject, handler.counting(), LIMITS)) {
      store.add(List.of(swipe(0, true, 17, 4711), swipe(1, true, 17, 4712)));
      store.commit();
    }
    try (StateDirectory directory = StateDirectory.open(state);
        FileStore<Swipe> store = FileStore.open(directory, subject, handler.counting(), LIMITS)) {
      store.add(List.of(swipe(1, true, 17, 4712), swipe(2, true, 17, 4711)));
      store.commit();
      before = CountedStore.asMap(store.reader());
      assertThat(store.reader().queries().members("Swiper:17", 1)).hasSize(1);
    }
    assertThat(before)
        .isEqualTo(Map.of("Swipers/17", 1L, "Swiper:17/4711", 1L, "Swiper:17/4712", 1L));

    Map<String, String> other = Map.of("workload", "swipe-counts", "queue", "swipes.matches");
    try (StateDirectory directory = StateDirectory.open(state)) {
      assertThatThrownBy(
              () -> FileStore.open(directory, other, new SwipeCountsHandler().counting(), LIMITS))
          .isInstanceOf(StateException.class)
          .hasMessageContaining("its workload is swipe-matches, not swipe-counts");
    }
  }
}
