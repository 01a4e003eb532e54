package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LoadResultTest {

  @Test
  void wrkCountsOnlyWhatSucceeded() {
    LoadResult result =
        LoadResult.ofWrk(
            "Running 2s test\nRESULT requests=2100 failed=100 each=1 micros=2000000 p50=1500 p99=9000\n");

    assertThat(result).isEqualTo(new LoadResult(1000, 2000, 100, 1.5, 9));
  }

  @Test
  void wrkCountsTheLinesOfItsRequests() {
    LoadResult result =
        LoadResult.ofWrk("RESULT requests=21 failed=1 each=100 micros=2000000 p50=1500 p99=9000\n");

    assertThat(result).isEqualTo(new LoadResult(1000, 2000, 1, 1.5, 9));
  }

  @Test
  void perfTestCountsTheLinesThatItsMessagesWouldCarry() {
    String output =
        "id: test-1, sending rate avg: 3000 msg/s\nid: test-1, receiving rate avg: 2990";

    assertThat(LoadResult.ofPerfTest(output, 100, 2))
        .isEqualTo(new LoadResult(300_000, 600_000, 0, 0, 0));
  }

  @Test
  void whatIsMergedLaterTakesLonger() {
    LoadResult result = new LoadResult(1000, 4000, 0, 0, 0);

    assertThat(result.rateWith(1)).isEqualTo(800);
    // the consumer may have been idle before the load generator had ended
    assertThat(result.rateWith(-0.1)).isEqualTo(1000);
    assertThat(new LoadResult(0, 0, 7, 0, 0).rateWith(1)).isZero();
  }

  @Test
  void heyAddsUpOtherStatusesAndErrorsButNotItsHistogram() {
    String output =
        """
          Total:\t2.0000 secs
          Requests/sec:\t1005.0000
          0.001 [1234]\t|■■■
        Status code distribution:
          [200]\t2000 responses
          [503]\t7 responses

        Error distribution:
          [3]\tPost "http://127.0.0.1:1/": EOF
        """;

    assertThat(LoadResult.ofHey(output)).isEqualTo(new LoadResult(1000, 2000, 10, 0, 0));
  }

  @Test
  void abSaysRateCompleteAndFailed() {
    String output =
        """
        Complete requests:      5000
        Failed requests:        2
        Requests per second:    2500.50 [#/sec] (mean)
        """;

    assertThat(LoadResult.ofAb(output)).isEqualTo(new LoadResult(2500.5, 5000, 2, 0, 0));
  }

  @Test
  void clientIsReadFromItsStatisticsBlock() {
    String output =
        """
        Total number of successful requests: 99300
        Total number of unsuccessful requests: 4
        Mean response time : 6.1282 ms
        Median response time : 5.4703 ms
        99th Percentile response time : 18.4245 ms
        Throughput: 5170.53
        """;

    assertThat(LoadResult.ofClient(output))
        .isEqualTo(new LoadResult(5170.53, 99300, 4, 5.4703, 18.4245));
  }

  @Test
  void outputWithoutAResultIsAnErrorThatShowsIt() {
    assertThatThrownBy(() -> LoadResult.ofWrk("unable to connect"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unable to connect");
  }
}
