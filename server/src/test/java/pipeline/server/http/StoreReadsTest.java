package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import pipeline.server.Logged;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.query.CountsUnavailableException;

/** Reads from a store that comes and goes. */
class StoreReadsTest extends OnWordCount {
  private static final String READ = PATH + "/a";

  private static volatile boolean away;

  StoreReadsTest() throws Exception {
    super("", Optional.of(counts()));
  }

  private static CounterQueries counts() {
    return (CounterQueries)
        Proxy.newProxyInstance(
            CounterQueries.class.getClassLoader(),
            new Class<?>[] {CounterQueries.class},
            (proxy, method, arguments) -> {
              if (away) {
                throw new CountsUnavailableException("on purpose", new RuntimeException());
              }
              return 7L;
            });
  }

  @Test
  void aStoreThatIsAwayIsLoggedOncePerChange() throws Exception {
    String line = "WARN StoreReads: a read could not be answered: on purpose";
    try (Logged log = new Logged()) {
      away = true;
      for (int read = 0; read < 5; read++) {
        server.send("GET", READ).hasStatus(503);
      }
      assertThat(log.lines()).containsExactly(line);
      away = false;
      server.send("GET", READ).hasBody("{\"message\":7}");
      away = true;
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
