package pipeline.lab.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountLatencyTest {
  @TempDir private Path home;

  @Test
  void theConsumersLastReportSaysHowLongLinesTook() {
    assertThat(
            CountLatency.in(
                """
                latency lines=7 p50=1.0ms p99=2.0ms max=3.0ms
                consumer-1: killed, starting again
                lines=9 words=9
                latency lines=9 p50=143.2ms p99=260.1ms max=301.0ms
                total runs=1
                """))
        .hasValue("lines=9 p50=143.2ms p99=260.1ms max=301.0ms");
    assertThat(CountLatency.in("lines=9 words=9\ntotal runs=1\n")).isEmpty();
  }

  @Test
  void itStandsBesideTheQueueInTheClientsReport() throws Exception {
    Path report = home.resolve("report.html");
    try (var template = getClass().getResourceAsStream("/pipeline/client/report/report.html")) {
      Files.write(report, template.readAllBytes());
    }
    CountLatency.addTo(report, List.of("consumer-1: p50"));
    assertThat(report)
        .content()
        .contains("<div id=\"broker\"></div>\n    <p>consumer-1: p50</p>\n");
  }
}
