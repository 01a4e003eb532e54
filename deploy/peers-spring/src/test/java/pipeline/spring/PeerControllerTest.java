package pipeline.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.web.server.ResponseStatusException;

/** The Spring server that ours is compared with checks what ours checks. */
class PeerControllerTest {
  private final PeerController controller = new PeerController(counts -> {});

  @Test
  void aRideInItsRangesIsTaken() {
    assertThat(controller.take(2, 2022, 1, 4711, new PeerController.Ride(217, 21)))
        .isEqualTo(Map.of("message", "created"));
  }

  @ParameterizedTest
  @CsvSource({
    "11, 2022, 1, 4711, 217, 21",
    "2, 999, 1, 4711, 217, 21",
    "2, 2022, 367, 4711, 217, 21",
    "2, 2022, 1, 100001, 217, 21",
    "2, 2022, 1, 4711, 361, 21",
    "2, 2022, 1, 4711, 217, 0"
  })
  void whatIsOutOfRangeIsRefused(int resort, int season, int day, int skier, int time, int lift) {
    PeerController.Ride ride = new PeerController.Ride(time, lift);

    assertThatThrownBy(() -> controller.take(resort, season, day, skier, ride))
        .isInstanceOf(ResponseStatusException.class);
  }
}
