package pipeline.wire.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A name that is not known is taken for the one that was meant, if one is near. */
class NearestTest {
  private static final List<String> NAMES =
      List.of("-h", "--repeat", "--report", "--lines-per-request", "RABBITMQ_URL", "SERVER_PORT");

  @ParameterizedTest
  @CsvSource({
    "--rport, --report",
    "--repeats, --repeat",
    "--lines, --lines-per-request",
    "RABBIT_URL, RABBITMQ_URL",
    "SERVER_PORT, SERVER_PORT",
    "PORT, SERVER_PORT",
    "--x,",
    "--nothing-like-it,"
  })
  void theNameThatDiffersLeastIsMeant(String typed, String meant) {
    assertThat(Nearest.to(typed, NAMES).orElse(null)).isEqualTo(meant);
  }
}
