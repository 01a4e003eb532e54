package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientResultTest {
  @TempDir private Path directory;

  @Test
  void readsTheStepAndItsSeconds() throws IOException {
    ClientResult result =
        read(
            """
            {"steps":[{"wallSeconds":4.5,"successes":900,"failures":1,"throughput":200.0,
              "latency":{"count":900,"mean":5.5,"p99":20},
              "service":{"mean":77},"gets":{"failures":3,"latency":{"mean":8.5}}}],
             "seconds":[{"successes":100},{"successes":200},{"successes":300},{"successes":300},
               {"successes":300},{"successes":7}]}
            """);

    assertThat(result.successes()).isEqualTo(900);
    assertThat(result.failures()).isEqualTo(1);
    assertThat(result.wallSeconds()).isEqualTo(4.5);
    assertThat(result.latency()).containsEntry("mean", 5.5).containsEntry("p99", 20.0);
    assertThat(result.reads()).containsOnly(Map.entry("mean", 8.5));
    // without the last second, which is not a whole one: 300 against 200
    assertThat(result.halves()).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void aRunThatWasTooShortHasNoHalves() throws IOException {
    String json =
        "{\"steps\":[{\"wallSeconds\":1,\"successes\":9,\"failures\":0,\"throughput\":9}],\"seconds\":[]}";

    assertThat(read(json).halves()).isNaN();
  }

  @Test
  void aFileWithoutAStepIsAnError() {
    assertThatThrownBy(() -> read("{\"steps\":[]}"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no step");
  }

  private ClientResult read(String json) throws IOException {
    return ClientResult.read(Files.writeString(directory.resolve("client.json"), json));
  }
}
