package pipeline.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.Main;
import pipeline.client.load.StopSignal;
import pipeline.wire.process.Console;

/** The whole program against a real HTTP server that keeps what it was shown. */
@Timeout(60)
class ApiTokenTest {
  private static final String TOKEN = "0123456789s3cret~!";

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final List<String> shown = new CopyOnWriteArrayList<>();

  @TempDir private Path dir;

  @Test
  void everyRequestShowsTheTokenAndNothingWritesIt() throws Exception {
    Path json = dir.resolve("run.json");
    Path report = dir.resolve("run.html");

    assertThat(run(TOKEN, "--gets", "50", "--json=" + json, "--report=" + report)).isZero();

    assertThat(shown)
        .contains("POST Bearer " + TOKEN, "GET Bearer " + TOKEN)
        .allMatch(header -> header.endsWith(" Bearer " + TOKEN));
    assertThat(printed.toString(UTF_8) + Files.readString(json) + Files.readString(report))
        .contains("successful requests")
        .doesNotContain(TOKEN);
    assertThat(ApiToken.from(Map.of("API_TOKEN", TOKEN))).asString().doesNotContain(TOKEN);
  }

  @Test
  void withoutATokenNothingIsShown() throws IOException {
    assertThat(run("")).isZero();

    assertThat(shown).isNotEmpty().containsOnly("POST null");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"two\nlines", "carriage\r", "a blank", " ", "tab\t", "\u00fcmlaut", "\u007f"})
  void whatNoHeaderCanCarryIsRefusedUnseen(String token) throws IOException {
    assertThat(run(token)).isEqualTo(2);

    assertThat(printed.toString(UTF_8))
        .isEqualTo(
            "client: API_TOKEN must be visible ASCII characters on one line, without blanks\n");
    assertThat(shown).isEmpty();
  }

  private int run(String token, String... options) throws IOException {
    StubServer.Script remembering =
        (exchange, number) -> {
          String header = exchange.getRequestHeaders().getFirst("Authorization");
          shown.add(exchange.getRequestMethod() + " " + header);
          StubServer.answer(exchange, 200);
        };
    try (StubServer server = StubServer.scripted(remembering)) {
      List<String> args =
          new ArrayList<>(
              List.of("2", "--workload=lift-rides", "--duration=0.3", "--url=" + server.url()));
      args.addAll(List.of(options));
      PrintStream out = new PrintStream(printed, true, UTF_8);
      return Main.run(
          args.toArray(String[]::new),
          Map.of("API_TOKEN", token),
          new Console("client", out, out, false),
          new StopSignal());
    }
  }
}
