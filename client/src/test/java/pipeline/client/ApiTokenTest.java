package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.StubServer;

/** The token goes with every request and nowhere else. */
class ApiTokenTest extends WholeProgram {
  private static final String TOKEN = "0123456789s3cret~!";

  private final List<String> shown = new CopyOnWriteArrayList<>();

  @Test
  void everyRequestShowsTheTokenAndNothingWritesIt() throws Exception {
    assertThat(run(TOKEN, " --gets 50 --json=DIR/run.json --report=DIR/run.html")).isZero();

    assertThat(shown)
        .contains("POST Bearer " + TOKEN, "GET Bearer " + TOKEN)
        .allMatch(header -> header.endsWith(" Bearer " + TOKEN));
    String files =
        Files.readString(dir.resolve("run.json")) + Files.readString(dir.resolve("run.html"));
    assertThat(out() + err() + files).contains("successful requests").doesNotContain(TOKEN);
  }

  @Test
  void withoutATokenNothingIsShown() throws IOException {
    assertThat(run("", "")).isZero();

    assertThat(shown).isNotEmpty().containsOnly("POST null");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"two\nlines", "carriage\r", "a blank", " ", "tab\t", "\u00fcmlaut", "\u007f"})
  void whatNoHeaderCanCarryIsRefusedUnseen(String token) throws IOException {
    assertThat(run(token, "")).isEqualTo(2);

    assertThat(out() + err())
        .isEqualTo(
            "client: API_TOKEN must be visible ASCII characters on one line, without blanks\n");
    assertThat(shown).isEmpty();
  }

  private int run(String token, String options) throws IOException {
    env.put("API_TOKEN", token);
    StubServer.Script remembering =
        (exchange, number) -> {
          String header = exchange.getRequestHeaders().getFirst("Authorization");
          shown.add(exchange.getRequestMethod() + " " + header);
          StubServer.answer(exchange, 200);
        };
    try (StubServer server = StubServer.scripted(remembering)) {
      return run(server, "--workload=lift-rides 2 --requests 20" + options);
    }
  }
}
