package pipeline.client.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import pipeline.client.http.HttpSender;
import pipeline.client.http.Outcome;
import pipeline.client.http.Request;
import pipeline.client.http.Servers;
import pipeline.client.input.BadInputException;
import pipeline.client.workload.RequestSource;

/** Reads that cannot begin leave neither a connection nor a file open. */
class ReadLoadTest {
  private final List<String> closed = new ArrayList<>();

  @Test
  void aRefusedReadClosesAll() {
    Outcome refused = Outcome.refused(501, "HTTP 501 no store", Duration.ZERO);
    assertThatThrownBy(() -> open(Optional.of(Request.get(0, "/")), refused))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--gets finds nothing to read: HTTP 501 no store");
    assertThat(closed).containsExactly("source", "servers");
  }

  @Test
  void anInputThatCannotBeReadClosesAll() {
    assertThatThrownBy(() -> open(null, Outcome.success(200))).isInstanceOf(IOException.class);
    assertThat(closed).containsExactly("source", "servers");
  }

  @Test
  void whatIsOpenIsClosedByItsOwner() throws Exception {
    ReadLoad reads = open(Optional.of(Request.get(0, "/")), Outcome.unanswered("reset"));
    assertThat(closed).isEmpty();
    reads.close();
    assertThat(closed).containsExactly("source", "servers");
  }

  /**
   * Opens reads.
   *
   * @param first null for an input that cannot be read
   */
  private ReadLoad open(Optional<Request> first, Outcome outcome) throws Exception {
    RequestSource source =
        new RequestSource() {
          @Override
          public Optional<Request> next() throws IOException {
            if (first == null) {
              throw new IOException("disk gone");
            }
            return first;
          }

          @Override
          public void close() {
            closed.add("source");
          }
        };
    HttpSender sender =
        new HttpSender() {
          @Override
          public Outcome send(Request request) {
            return outcome;
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
