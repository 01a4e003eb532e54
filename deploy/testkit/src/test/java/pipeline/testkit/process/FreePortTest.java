package pipeline.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreePortTest {
  /** The number of ports, of 12,768 in all: some would be the same if only drawn at random. */
  private static final int MANY = 500;

  @Test
  void noPortIsGivenTwice() throws IOException {
    List<Integer> given = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      given.add(FreePort.find());
    }

    assertThat(given).doesNotHaveDuplicates().allMatch(port -> port >= 20_000 && port < 32_768);
  }
}
