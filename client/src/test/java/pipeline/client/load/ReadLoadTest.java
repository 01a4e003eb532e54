package pipeline.client.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import pipeline.client.http.HttpSender;
import pipeline.client.http.Outcome;
import pipeline.client.http.Request;
import pipeline.client.http.Servers;
import pipeline.client.workload.CountedSource;
import pipeline.client.workload.RequestSource;

/** Reads that cannot begin leave neither a connection nor a file open. */
class ReadLoadTest {
  private final List<String> closed = new ArrayList<>();

  @Test
  void aReadThatCannotBeMadeClosesAll() {
    HttpSender broken =
        request -> {
          throw new IllegalStateException("bug");
        };
    assertThatThrownBy(() -> open(broken)).hasMessage("bug");
    assertThat(closed).containsExactly("source", "servers");
  }

  @Test
  void whatIsOpenIsClosedByItsOwner() throws Exception {
    ReadLoad reads = open(request -> Outcome.unanswered("reset"));
    assertThat(closed).isEmpty();
    reads.close();
    assertThat(closed).containsExactly("source", "servers");
  }

  private ReadLoad open(HttpSender answers) throws Exception {
    RequestSource source =
        new CountedSource(1) {
          @Override
          public void close() {
            closed.add("source");
          }
        };
    HttpSender sender =
        new HttpSender() {
          @Override
          public Outcome send(Request request) {
            return answers.send(request);
          }

          @Override
          public void close() {
            closed.add("servers");
          }
        };
    Servers servers = new Servers(List.of("stub"), List.of(sender));
    return ReadLoad.open(1, source, servers, Duration.ofSeconds(1), RunClock.system());
  }
}
