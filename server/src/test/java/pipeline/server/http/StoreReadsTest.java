package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pipeline.server.Logged;
import pipeline.server.workload.TextEndpoints;
import pipeline.server.workload.WorkloadFixture;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.query.CountsUnavailableException;
import pipeline.wire.workload.Workload;

/** Reads from a store that comes and goes. */
class StoreReadsTest {
  private static final String READ = "/server/textbody/wordcount/a";

  private volatile boolean away;
  private WorkloadFixture<Map<String, Integer>> server;

  @BeforeEach
  void start() throws Exception {
    CounterQueries counts =
        (CounterQueries)
            Proxy.newProxyInstance(
                CounterQueries.class.getClassLoader(),
                new Class<?>[] {CounterQueries.class},
                (proxy, method, arguments) -> {
                  if (away) {
                    throw new CountsUnavailableException("on purpose", new RuntimeException());
                  }
                  return 7L;
                });
    server =
        new WorkloadFixture<>(Workload.WORDCOUNT, TextEndpoints.standard(), Optional.of(counts));
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  @Test
  void aStoreThatIsAwayIsLoggedOncePerChange() throws Exception {
    String line = "WARN StoreReads: a read could not be answered: on purpose";
    try (Logged log = new Logged()) {
      away = true;
      for (int read = 0; read < 5; read++) {
        assertThat(server.send("GET", READ).status()).isEqualTo(503);
      }
      assertThat(log.lines()).containsExactly(line);
      away = false;
      assertThat(server.send("GET", READ).body()).isEqualTo("{\"message\":7}");
      away = true;
      assertThat(server.send("GET", READ).status()).isEqualTo(503);
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
