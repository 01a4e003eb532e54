package pipeline.server.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.Swipe;

/** What of a request the consumer keeps a number for, and so is charged to its run. */
class CountersTest {

  @Test
  void eachWordOfALineHasANumber() {
    assertThat(TextEndpoints.standard().counters(Map.of("a", 2, "b", 1)))
        .containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void aRideHasARowInThreeTables() {
    assertThat(new LiftRideEndpoints().counters(new LiftRide(2, 2022, 1, 4711, 217, 21)))
        .containsExactlyInAnyOrder(
            "skier:4711",
            "skier:4711/2022",
            "day:2:2022:1",
            "day:2:2022:1/4711",
            "rides:4711",
            "rides:4711/2/2022/1/217/21");
  }

  @Test
  void aSwipeHasANumberAndToTheRightAMember() {
    SwipeEndpoints swipes = new SwipeEndpoints();
    assertThat(swipes.counters(new Swipe(true, 17, 4711, "c")))
        .containsExactlyInAnyOrder("Swipers/17", "Likes:17", "Swiper:17", "Swiper:17/4711");
    assertThat(swipes.counters(new Swipe(false, 17, 4711, "c")))
        .containsExactlyInAnyOrder("Swipers/17", "Dislikes:17");
  }
}
