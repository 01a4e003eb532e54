package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the figures of client.jar and of wrk. */
class ClientResultTest {
  @TempDir private Path directory;

  @Test
  void readsTheStep() throws IOException {
    ClientResult result =
        read(
            """
            {"steps":[{"wallSeconds":4.5,"successes":900,"failures":1,"throughput":200.0,
              "latency":{"count":900,"mean":5.5,"p99":20},
              "service":{"mean":77},"gets":{"failures":3,"latency":{"mean":8.5,"p99":null}}}]}
            """);

    assertThat(result.successes()).isEqualTo(900);
    assertThat(result.failures()).isEqualTo(1);
    assertThat(result.wallSeconds()).isEqualTo(4.5);
    assertThat(result.latency()).containsEntry("mean", 5.5).containsEntry("p99", 20.0);
    assertThat(result.reads()).containsEntry("mean", 8.5);
  }

  @Test
  void aHistogramOfAnyLengthIsLeftOut() throws IOException {
    String latency = "{\"mean\":5.5,\"histogram\":\"" + "HISTFAAA".repeat(1_000) + "\"}";
    ClientResult result =
        read("{\"steps\":[{\"latency\":%1$s,\"gets\":{\"latency\":%1$s}}]}".formatted(latency));

    assertThat(result.latency()).containsExactly(entry("mean", 5.5));
    assertThat(result.reads()).containsExactly(entry("mean", 5.5));
  }

  @Test
  void aFileWithoutAStepIsAnError() {
    assertThatThrownBy(() -> read("{\"steps\":[]}"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no step");
  }

  @Test
  void wrkCountsTheLinesOfRequestsThatSucceeded() throws IOException {
    ClientResult result =
        ClientResult.ofWrk(
            "Running 2s test\n"
                + "RESULT requests=2100 failed=100 each=10 micros=2000000 min=90 mean=2000 p50=1500"
                + " p90=3000 p99=9000 max=12000\n");

    assertThat(result.successes()).isEqualTo(2_000);
    assertThat(result.failures()).isEqualTo(100);
    assertThat(result.lines()).isEqualTo(20_000);
    assertThat(result.throughput()).isEqualTo(1_000);
    assertThat(result.wallSeconds()).isEqualTo(2);
    assertThat(result.latency())
        .containsEntry("mean", 2.0)
        .containsEntry("p99", 9.0)
        .containsEntry("max", 12.0);
  }

  @Test
  void outputOfAProgramThatGaveUpIsAnError() {
    assertThatThrownBy(() -> ClientResult.ofWrk("unable to connect"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("unable to connect");
  }

  private ClientResult read(String json) throws IOException {
    return ClientResult.read(Files.writeString(directory.resolve("client.json"), json));
  }
}
