package pipeline.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.cli.ClientOptions;
import pipeline.client.http.Request;
import pipeline.client.http.StubServer;
import pipeline.client.workload.Input;
import pipeline.client.workload.RequestSource;
import pipeline.wire.process.Console;

/**
 * Each request of the workload is sent once under its own key, in whatever shape the load is sent,
 * to our servers and by {@code --path} to those of others.
 */
class SentRequestsTest extends WholeProgram {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FILE 8 --repeat 50 | 250 | 250 | successful requests: 250",
        "FILE 1,2,4 --repeat 2 --cooldown 0 | 30 | 30 | Lines sent: 30 (the file has 5)",
        "FILE 1,2 --repeat 2 --lines-per-request 3 | 8 | 20 | Lines sent: 20 (the file has 5)",
        "FILE 3 --stages 100/s:0.07,50:0.06s | 10 | 10 | Lines sent: 10 (the file has 5)",
        "FILE 1 --warmup 60 | 5 | 5 | Lines sent: 5 (the file has 5)",
        "--workload lift-rides 1,2,4 --requests 10 | 30 | 30 | sent: 30 (one round has 10)",
        "--workload lift-rides 3 --requests 15 --repeat 2 | 30 | 30 | successful requests: 30",
        "--workload lift-rides 4 --requests 30 --phases 2x5,N | 30 | 30 | (one round has 30)",
        "--workload lift-rides 2 --requests 30 --rate 500 | 30 | 30 | (one round has 30)",
        "--workload lift-rides 2 --requests 10 --lines-per-request 4 --repeat 2 | 6 | 20 | lines:"
            + " 20",
        "--workload swipes 4 --requests 100 --seed 77 | 100 | 100 | successful requests: 100"
      })
  void theNumbersGoOnThroughRepetitionsAndStepsAndTheRunIsClosedWithThem(
      String arguments, int number, int lines, String printed) throws Exception {
    assertThat(run(server, arguments)).isZero();

    assertThat(sent(server)).containsExactlyInAnyOrderElementsOf(requests(arguments, number));
    assertThat(server.ends())
        .extracting(end -> end.path() + " " + end.text())
        .containsExactly("/server/runs/" + runId() + " {\"lines\":" + lines + "}");
    assertThat(out()).contains(printed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FILE 2 | Lines sent: %s (the file has 5)",
        "--workload swipes 2 --requests 3 | Requests sent: %s (one round has 3)",
      })
  void aDurationSendsUntilItIsOverAndTellsHowMany(String arguments, String printed)
      throws Exception {
    assertThat(run(server, arguments + " --duration 0.2")).isZero();

    // how many, only the machine knows: it may be too slow for one round, or for any request
    List<String> sent = sent(server);
    assertThat(sent).containsExactlyInAnyOrderElementsOf(requests(arguments, sent.size()));
    assertThat(out())
        .contains(printed.formatted(Console.grouped(sent.size())))
        .containsPattern("Total wall time: ([2-9][0-9]{2}|[0-9]{4,}) ms");
    String end = "{\"lines\":" + sent.size() + "}";
    assertThat(server.ends())
        .extracting(StubServer.Received::text)
        .isEqualTo(sent.isEmpty() ? List.of() : List.of(end));
  }

  @Test
  void aRetryRepeatsItsRequestUnderItsKeyAndLinesOfOneThatWasGivenUpAreNotCounted()
      throws Exception {
    server.answersFirst(503, 400);
    assertThat(run(server, "FILE 1 --lines-per-request 2 --csv DIR/a.csv")).isOne();

    assertThat(server.received())
        .extracting(StubServer.Received::text)
        .containsExactly("a\nb\n", "a\nb\n", "c\nd\n", "e\n");
    assertThat(server.keys().get(1)).isEqualTo(server.keys().get(0)).isEqualTo(runId() + "-0");
    assertThat(err()).contains("1 x HTTP 503 {\"lines\":2}", "retries: 1");
    assertThat(out()).contains("successful requests: 2\n", "\nTotal number of lines: 3\n");
    assertThat(dir.resolve("a.csv")).content().endsWith(",200,1\n");
  }

  @Test
  void theStepsOfASweepHaveABlockEachAPauseBetweenThemAndATable() throws Exception {
    long start = System.nanoTime();
    assertThat(run(server, "FILE 1,2,4 --cooldown 0.1 --expect requests>5")).isOne();
    assertThat(System.nanoTime() - start).isGreaterThan(200_000_000);
    assertThat(told()).contains("client: 4 threads: expected requests>5, measured 5").hasSize(3);
    assertThat(out())
        .containsSubsequence(
            "All 1 threads processing completed!",
            "All 2 threads processing completed!",
            "All 4 threads processing completed!",
            "\nstep ",
            "\n1 thread ",
            "\n2 threads ",
            "\n4 threads ");
  }

  @ParameterizedTest
  @CsvSource({
    "1 --workload lift-rides, 200000 1, lift-rides",
    "1 --workload swipes, 500000 1, swipes.counts",
    "FILE 1, 5 0, wordcount",
    "FILE 1 --queue q, 5 0, q"
  })
  void aWorkloadHasItsUsualSizeAndSeedAndItsQueueIsWatched(
      String typed, String sizeAndSeed, String queue) throws Exception {
    ClientOptions options = ClientOptions.parse(arguments(typed.split(" ", -1)));

    Input input = options.toConfig().traffic().input();
    assertThat(input.size() + " " + input.seed().orElse(0)).isEqualTo(sizeAndSeed);
    assertThat(options.toOutputs().queue()).isEqualTo(queue);
  }

  @ParameterizedTest
  @CsvSource({"200,OK", "201,''", "202,<html>", "200,{}"})
  void toAServerOfOthersEachLineIsPostedAndWhateverA2xxSaysIsASuccess(int status, String answer)
      throws Exception {
    write("a\n\nb c\n");
    server.answers((exchange, number) -> StubServer.answer(exchange, status, answer));
    assertThat(run(server, "FILE 1 --path /words/count?by=line")).isZero();

    assertThat(server.received())
        .extracting(received -> received.path() + " " + received.text())
        .containsExactly(
            "/server/words/count?by=line {\"message\":\"a\"}",
            "/server/words/count?by=line {\"message\":\"b c\"}");
    assertThat(server.keys()).isEqualTo(keys(2));
    assertThat(server.ends()).isEmpty();
    assertThat(told()).isEmpty();
  }

  @Test
  void manyLinesAreOneRequestWithoutAKeyIfNoneIsWanted() {
    assertThat(run(server, "FILE 1 --path / --no-key --lines-per-request 2")).isZero();

    assertThat(server.received())
        .extracting(StubServer.Received::text)
        .containsExactly("a\nb\n", "c\nd\n", "e\n");
    assertThat(server.keys()).containsOnlyNulls();
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 400, 404, 409})
  void whatIsNo2xxFailsThatRequestAlone(int status) {
    server.answersFirst(status);
    assertThat(run(server, "FILE 1 --path /words")).isOne();

    assertThat(server.received()).hasSize(5);
    assertThat(out()).contains("Total number of unsuccessful requests: 1\n");
  }

  private static List<String> sent(StubServer server) {
    return server.received().stream()
        .map(r -> r.key() + " " + r.path() + " " + r.contentType() + " " + r.text())
        .toList();
  }

  /** The first requests of the workload that the arguments name, as a server gets them. */
  private List<String> requests(String arguments, int number) throws Exception {
    List<String> requests = new ArrayList<>();
    ClientOptions options = ClientOptions.parse(arguments(arguments.split(" ", -1)));
    try (RequestSource source = options.toConfig().traffic().requests()) {
      for (int i = 0; i < number; i++) {
        Request next = source.next().orElseThrow();
        String key = runId() + "-" + next.seq();
        String body = new String(next.body(), UTF_8);
        requests.add(key + " /server" + next.path() + " " + next.contentType() + " " + body);
      }
    }
    return requests;
  }
}
