package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class LoadGeneratorOutputTest {

  @Test
  void wrkCountsTheLinesOfRequestsThatSucceeded() throws IOException {
    ClientResult result =
        LoadGeneratorOutput.ofWrk(
            "Running 2s test\nRESULT requests=2100 failed=100 each=10 micros=2000000 min=90 mean=2000 p50=1500 p90=3000 p99=9000 max=12000\n");

    assertThat(result.successes()).isEqualTo(2_000);
    assertThat(result.failures()).isEqualTo(100);
    assertThat(result.lines()).isEqualTo(20_000);
    assertThat(result.throughput()).isEqualTo(1_000);
    assertThat(result.wallSeconds()).isEqualTo(2);
    assertThat(result.latency())
        .contains(entry("mean", 2.0), entry("p50", 1.5), entry("p99", 9.0), entry("max", 12.0));
  }

  @Test
  void heyAddsUpOtherStatusesAndErrorsButNotItsHistogram() throws IOException {
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

    ClientResult result = LoadGeneratorOutput.ofHey(output);

    assertThat(result.successes()).isEqualTo(2_000);
    assertThat(result.failures()).isEqualTo(10);
    assertThat(result.throughput()).isEqualTo(1_000);
    assertThat(result.latency()).isEmpty();
  }

  @Test
  void outputOfAProgramThatGaveUpIsAnError() {
    assertThatThrownBy(() -> LoadGeneratorOutput.ofWrk("unable to connect"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("unable to connect");
  }
}
