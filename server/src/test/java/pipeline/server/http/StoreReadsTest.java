package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import pipeline.server.Logged;
import pipeline.server.workload.SevenOfEverything;

/** Reads from a store that comes and goes. */
class StoreReadsTest extends OnWordCount {
  private static final String READ = PATH + "/a";
  private static final SevenOfEverything STORE = new SevenOfEverything();

  StoreReadsTest() throws Exception {
    super("", Optional.of(STORE));
  }

  @Test
  void aStoreThatIsAwayIsLoggedOncePerChange() throws Exception {
    String line = "WARN StoreReads: a read could not be answered: on purpose";
    try (Logged log = new Logged()) {
      STORE.setAway(true);
      for (int read = 0; read < 5; read++) {
        server.send("GET", READ).hasStatus(503);
      }
      assertThat(log.lines()).containsExactly(line);
      STORE.setAway(false);
      server.send("GET", READ).hasBody("{\"message\":7}");
      STORE.setAway(true);
      server.send("GET", READ).hasStatus(503);
      assertThat(log.lines()).isEqualTo(List.of(line, line));
    }
  }

  @Test
  void itsThreadsAreThereBeforeTheFirstRead() {
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> thread.getName().startsWith("store-read-"))
        .hasSize(8);
  }
}
