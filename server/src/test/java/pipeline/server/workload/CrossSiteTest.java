package pipeline.server.workload;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import pipeline.wire.workload.Workload;

/** Pages of other sites must not count anything here through the browsers of their readers. */
class CrossSiteTest {
  private static final String TEXT = "Content-Type: text/plain";
  private static final String NDJSON = "Content-Type: application/x-ndjson";

  @Test
  void aPageOfAnotherSiteMayNotPostText() throws Exception {
    for (String[] post :
        new String[][] {
          {"{\"message\":\"a\"}"}, {"a\nb\n", TEXT}, {"{\"message\":\"a\"}\n", NDJSON}
        }) {
      try (var server =
          new WorkloadFixture<>(Workload.WORDCOUNT, TextEndpoints.standard(), Optional.empty())) {
        check(server, "/server/textbody/wordcount", post);
      }
    }
  }

  @Test
  void aPageOfAnotherSiteMayNotPostLiftRides() throws Exception {
    try (var server =
        new WorkloadFixture<>(Workload.LIFT_RIDES, new LiftRideEndpoints(), Optional.empty())) {
      check(
          server,
          "/server/skiers/2/seasons/2022/days/1/skiers/4711",
          "{\"time\":217,\"liftID\":21}");
    }
  }

  @Test
  void aPageOfAnotherSiteMayNotPostSwipes() throws Exception {
    try (var server =
        new WorkloadFixture<>(Workload.SWIPES, new SwipeEndpoints(), Optional.empty())) {
      check(
          server,
          "/server/swipe",
          "{\"direction\":\"left\",\"swiper\":\"1\",\"swipee\":\"2\",\"comment\":\"\"}\n",
          NDJSON);
    }
  }

  /**
   * @param post the body, then the headers
   */
  private static void check(WorkloadFixture<?> server, String path, String... post)
      throws Exception {
    server.assertOnlyOtherSitesAreRefused(
        path, post[0], java.util.Arrays.copyOfRange(post, 1, post.length));
  }
}
