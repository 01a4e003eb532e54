package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.StubServer;

/**
 * Servers of other programs get lines by {@code --path}: any 2xx is a success, no run is closed.
 */
class ForeignServerTest extends WholeProgram {
  @BeforeEach
  void writeFile() throws IOException {
    write("a\n\nb c\nd\n");
  }

  @ParameterizedTest
  @CsvSource({"200,OK", "201,''", "202,<html>", "200,{}"})
  void everyLineIsPostedThereAndWhateverA2xxSaysIsASuccess(int status, String answer)
      throws IOException {
    server.answers(always(status, answer));
    assertThat(run(server, "FILE 1 --path /words/count?by=line")).isZero();

    assertThat(server.received())
        .extracting(received -> received.path() + " " + received.text())
        .containsExactly(
            "/server/words/count?by=line {\"message\":\"a\"}",
            "/server/words/count?by=line {\"message\":\"b c\"}",
            "/server/words/count?by=line {\"message\":\"d\"}");
    assertThat(server.keys()).isEqualTo(keys(3));
    assertThat(server.ends()).isEmpty();
    assertThat(told()).isEmpty();
  }

  @Test
  void manyLinesAreOneRequestWithoutAKeyIfNoneIsWanted() throws IOException {
    server.answers(always(200, "OK"));
    assertThat(run(server, "FILE 1 --path / --no-key --lines-per-request 2")).isZero();

    assertThat(server.received())
        .extracting(StubServer.Received::text)
        .containsExactly("a\nb c\n", "d\n");
    assertThat(server.keys()).containsOnlyNulls();
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 400, 404, 409})
  void whatIsNo2xxFailsThatRequestAlone(int status) throws IOException {
    server.answersFirst(status);
    assertThat(run(server, "FILE 1 --path /words")).isOne();

    assertThat(server.received()).hasSize(3);
    assertThat(out()).contains("Total number of unsuccessful requests: 1\n");
  }

  private static StubServer.Script always(int status, String body) {
    return (exchange, number) -> StubServer.answer(exchange, status, body);
  }
}
