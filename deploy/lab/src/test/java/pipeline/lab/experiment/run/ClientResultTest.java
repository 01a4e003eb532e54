package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.lab.experiment.analysis.Metric;

/**
 * The figures of a launch are those that client.jar or wrk has told; ExperimentIT reads the
 * client's own files.
 */
class ClientResultTest {
  @TempDir private Path directory;

  private ClientResult read(String json) throws IOException {
    return ClientResult.read(Files.writeString(directory.resolve("client.json"), json));
  }

  /** A histogram of any length is left out, and so is what the step does not have. */
  @Test
  void readsTheStep() throws IOException {
    ClientResult result =
        read(
            """
            {"steps":[{"wallSeconds":4.5,"successes":900,"failures":1,"throughput":200.0,
              "latency":{"count":900,"mean":5.5,"p99":20,"histogram":"%s"},
              "service":{"mean":77},"gets":{"failures":3,"latency":{"mean":8.5,"p99":null}}}]}
            """
                .formatted("HISTFAAA".repeat(10_000)));

    Map<Metric, Double> figures =
        Map.of(
            Metric.ANSWERED, 4.5,
            Metric.REQUESTS_PER_SECOND, 200.0,
            Metric.MEAN, 5.5,
            Metric.P99, 20.0,
            Metric.READS_MEAN, 8.5);
    assertThat(result).isEqualTo(new ClientResult(900, 1, 900, figures));
    assertThat(read("{\"steps\":[{\"successes\":2,\"lines\":7}]}").lines()).isEqualTo(7);
  }

  @Test
  void wrkCountsTheLinesOfRequests() throws IOException {
    ClientResult result =
        ClientResult.ofWrk(
            "Running 2s test\n"
                + "RESULT requests=2000 failed=0 each=10 micros=2000000 min=90 mean=2000 p50=1500"
                + " p90=3000 p99=9000 max=12000\n");

    Map<Metric, Double> figures =
        Map.of(
            Metric.ANSWERED, 2.0,
            Metric.REQUESTS_PER_SECOND, 1_000.0,
            Metric.MIN, 0.09,
            Metric.MEAN, 2.0,
            Metric.P50, 1.5,
            Metric.P90, 3.0,
            Metric.P99, 9.0,
            Metric.MAX, 12.0);
    assertThat(result).isEqualTo(new ClientResult(2_000, 0, 20_000, figures));
  }

  @ParameterizedTest
  @CsvSource({
    "unable to connect, unable to connect",
    "RESULT requests=1000 failed=7 each=2 micros=1, 'wrk: 993 requests answered, 7 failed'"
  })
  void requestsThatFailAndOutputOfAProgramThatGaveUpAreErrors(String output, String why) {
    assertThatThrownBy(() -> ClientResult.ofWrk(output))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(why);
  }
}
