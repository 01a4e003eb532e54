package pipeline.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A port is given once, whatever process asks. */
class FreePortTest {
  /** The number of ports, of 12,768 in all: some would be the same if only drawn at random. */
  private static final int MANY = 500;

  /** Another process, which prints the first free port from its argument on. */
  public static final class Asking {
    public static void main(String[] args) throws IOException {
      System.out.println(FreePort.from(Integer.parseInt(args[0])));
    }
  }

  @Test
  void noPortIsGivenToAnotherProcess(@TempDir Path directory) throws Exception {
    int port = FreePort.find();
    ProcessBuilder java = Java.main(Asking.class, Integer.toString(port));
    try (ChildProcess asking = ChildProcess.startApart("asking", java, directory)) {
      assertThat(asking.await()).as(asking.err()).isZero();
      assertThat(Integer.parseInt(asking.out().strip())).isGreaterThan(port);
    }
  }

  @Test
  void noPortIsGivenTwice() throws IOException {
    List<Integer> given = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      given.add(FreePort.find());
    }

    assertThat(given).doesNotHaveDuplicates().allMatch(port -> port >= 20_000 && port < 32_768);
  }
}
