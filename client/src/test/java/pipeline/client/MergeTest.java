package pipeline.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.apache.commons.lang3.function.Failable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.StubServer;
import pipeline.client.input.JsonTree;
import pipeline.client.stats.LatencyStats;
import pipeline.wire.identity.RunId;

/** The results of a fleet's clients are added up to what one client would have measured. */
class MergeTest extends WholeProgram {
  private static final String MERGE = "merge DIR/1.json DIR/2.json DIR/3.json";

  private final RunId run = RunId.random(new SecureRandom());

  @BeforeEach
  @Override
  void writeFile() throws IOException {
    write("a b\n".repeat(1_000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"FILE 2", "FILE 2 --lines-per-request 7", "FILE 4 --rate 5000"})
  void mergedPercentilesAreThoseOfAllRowsBucketByBucket(String load) throws Exception {
    sendAll(server, load);
    assertThat(merge(MERGE + " --json DIR/all.json --report DIR/all.html --expect errors=0"))
        .isZero();
    Histogram rows = new Histogram(3);
    for (int part = 1; part <= 3; part++) {
      Files.readAllLines(dir.resolve(part + ".csv")).stream()
          .skip(1)
          .forEach(row -> rows.recordValue(nanos(row.split(",", -1)[2])));
    }
    JsonTree all = json("all.json");
    JsonTree latency = all.at("steps").elements().get(0).at("latency");
    assertThat(samples(latency)).isEqualTo(rows);
    Histogram seconds = new Histogram(3);
    all.at("seconds").elements().stream()
        // between the parts, or where the machine stands still, a second can have none
        .filter(second -> second.at("successes").whole().orElseThrow() > 0)
        .forEach(second -> seconds.add(samples(second)));
    assertThat(seconds).isEqualTo(rows);
    double max = latency.at("max").number().orElseThrow();
    assertThat(latency.at("p99").number().orElseThrow())
        .isCloseTo(Math.min(rows.getValueAtPercentile(99) / 1e6, max), within(0.0001));
    assertThat(dir.resolve("all.html")).content().contains("\"part\":1,\"parts\":1");
  }

  @Test
  void theBlockIsOfAllClientsAndTheRunIsClosed() throws Exception {
    sendAll(server, "FILE 2 --repeat 2 --lines-per-request 10");
    assertThat(merge(MERGE)).isZero();
    assertThat(server.ends()).isEmpty();
    assertThat(merge(MERGE + " --url " + server.url())).isZero();

    assertThat(server.ends())
        .extracting(end -> end.path() + " " + end.text())
        .containsExactly("/server/runs/" + run + " {\"lines\":2000}");
    assertThat(out())
        .contains("All 6 threads processing completed!", "successful requests: 204\n")
        .contains("Total number of lines: 2000\n", "\n3 x 2 threads ")
        .contains("Lines sent: 2,000 (the file has 1,000)");
    assertThat(err()).contains("run " + run + " is not closed: --url URL closes it");
    assertThat(merge(MERGE + " --expect p99<1us --url " + server.url())).isOne();
    assertThat(err()).contains("3 x 2 threads: expected p99<1us, measured ");
  }

  @Test
  void aRunOfWhichRequestsFailedIsNoSuccessAndStaysOpen() throws Exception {
    server.answersFirst(400);
    sendAll(server, "FILE 1");
    assertThat(merge(MERGE + " --url " + server.url())).isOne();
    assertThat(server.ends()).isEmpty();
    assertThat(out()).contains("unsuccessful requests: 1\n", "successful requests: 999\n");
    assertThat(err()).contains("1 x HTTP 400");
  }

  @Test
  void aRunThatTimeEndsStaysOpen() throws Exception {
    sendAll(server, "FILE 1 --stages 90/s:0.1s,300/s:0.1s");
    assertThat(json("2.json").at("steps").elements().get(1).at("rate").number()).hasValue(100);
    assertThat(merge(MERGE + " --json DIR/all.json --url " + server.url())).isZero();
    assertThat(server.ends()).isEmpty();
    assertThat(json("all.json").at("steps").elements())
        .extracting(step -> step.at("rate").number().orElseThrow())
        .containsExactly(90.0, 300.0);
    assertThat(err()).contains("run " + run + " is not closed: ");
  }

  @Test
  void clocksThatAreMoreThanASecondApartAreToldAndPutRight() throws Exception {
    sendAll(server, "FILE 1");
    String text = Files.readString(dir.resolve("2.json"));
    JsonTree before = json("2.json").at("run");
    Instant start = Instant.parse(before.at("startedAt").text().orElseThrow());
    long ahead = ahead("2.json");
    Files.writeString(
        dir.resolve("2.json"),
        text.replace(start.toString(), start.minusSeconds(100).toString())
            .replace(
                "\"serverAheadMillis\":" + ahead, "\"serverAheadMillis\":" + (ahead + 100_000)));
    assertThat(merge(MERGE + " --json DIR/all.json")).isZero();

    // the Date of an answer is in whole seconds, so two clients of one server can seem some apart
    double apart = (ahead("2.json") - Math.min(ahead("1.json"), ahead("3.json"))) / 1e3;
    assertThat(err())
        .contains(
            String.format(
                Locale.ROOT, "the clock of %s/2.json is %.1f s behind that of ", dir, apart));
    double wall =
        json("all.json").at("steps").elements().get(0).at("wallSeconds").number().orElseThrow();
    assertThat(wall).isLessThan(60);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          merge -q | merge: Missing required parameter: 'FILE' (see --help)
          merge DIR/1.json DIR/2.json | not each part of the fleet once: of 3 parts these are results of [1, 2]
          merge DIR/1.json DIR/2.json DIR/2.json | not each part of the fleet once: of 3 parts these are results of [1, 2, 2]
          merge DIR/1.json DIR/none.json | DIR/none.json: no such file
          merge FILE | DIR/lines.txt: is not JSON
          merge DIR/empty.json | DIR/empty.json: is not a result of --json
          merge DIR/old.json | DIR/old.json: has no histograms; only results of this release
          merge DIR/1.json DIR/run.json | DIR/run.json: has another id (
          merge DIR/1.json DIR/text.json | DIR/text.json: has another checksum (crc32c:1
          merge DIR/1.json DIR/size.json | DIR/size.json: has another inputLines (999) than
          merge DIR/1.json DIR/rounds.json | DIR/rounds.json: has another rounds (2) than
          merge DIR/1.json DIR/parts.json | DIR/parts.json: has another parts (4) than
          merge DIR/1.json --json DIR/1.json | --json DIR/1.json: is the file of FILE too
          merge DIR/1.json --expect p99 | --expect: 'p99' does not look like
          merge DIR/1.json --url x | --url must look like
          merge DIR/1.json --csv x | merge: Unknown option: '--csv'
          """)
  void whatCannotBeMergedIsToldInOneLine(String arguments, String message) throws Exception {
    sendAll(server, "FILE 1 --lines-per-request 100");
    String second = Files.readString(dir.resolve("2.json"));
    Files.writeString(dir.resolve("empty.json"), "{}");
    change(second, "old.json", "\"histogram\":\"[^\"]*\"", "\"other\":1");
    change(second, "run.json", run.toString(), "019ac00000007def8123456789abcdef");
    change(second, "text.json", "crc32c:", "crc32c:1");
    change(second, "size.json", "\"inputLines\":1000", "\"inputLines\":999");
    change(second, "rounds.json", "\"rounds\":1", "\"rounds\":2");
    change(second, "parts.json", "\"parts\":3", "\"parts\":4");
    int before = told().size();
    assertThat(merge(arguments)).isEqualTo(2);
    assertThat(told().subList(before, told().size()))
        .singleElement()
        .asString()
        .startsWith("client: " + message.replace("DIR", dir.toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "!", "AAAA", "HISTFAAAAAB4nA==", "HISTFAAAABB4nAAAAAAAAAAAAAAAAA=="})
  void anotherTextIsNoHistogram(String text) {
    assertThatThrownBy(() -> LatencyStats.decoded(text, 1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no histogram: ");
  }

  private void change(String result, String name, String from, String to) throws IOException {
    String changed = result.replaceAll(from, to);
    assertThat(changed).isNotEqualTo(result);
    Files.writeString(dir.resolve(name), changed);
  }

  private int merge(String arguments) {
    return run(arguments.split(" ", -1));
  }

  /** Sends the parts one after the other. */
  private void sendAll(StubServer server, String load) {
    for (int part = 1; part <= 3; part++) {
      String files = " --json DIR/%1$s.json --csv DIR/%1$s.csv".formatted(part);
      run(server, load + " -q --run-id " + run + " --part " + part + "/3" + files);
    }
  }

  private static long nanos(String millis) {
    return Long.parseLong(millis.replace(".", "")) * 100;
  }

  private static Histogram samples(JsonTree latency) {
    byte[] bytes = Base64.getDecoder().decode(latency.at("histogram").text().orElseThrow());
    return Failable.call(() -> Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0));
  }

  private long ahead(String name) throws IOException {
    return json(name).at("run", "serverAheadMillis").whole().orElseThrow();
  }

  private JsonTree json(String name) throws IOException {
    return JsonTree.parse(Files.readAllBytes(dir.resolve(name)));
  }

  @Test
  void theStartIsWaitedForAndAPartClosesNoRun() throws Exception {
    write("a\n");
    Instant start = Instant.now().plusMillis(300);
    assertThat(run(server, "FILE 1 --part 1/3 --run-id " + run + " --start-at " + start)).isZero();
    assertThat(Instant.now()).isAfterOrEqualTo(start);
    assertThat(err()).contains("run " + run + " is not closed: this is part 1/3");
    assertThat(server.ends()).isEmpty();
  }
}
