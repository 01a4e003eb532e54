package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.client.http.Request;
import pipeline.wire.workload.Workload;

/** The parts of an input are all of it, once, under the numbers that it has as a whole. */
class PartTest {
  private static final int ROUNDS = 2;

  @TempDir private Path dir;

  @ParameterizedTest
  @CsvSource({
    // lines, clients, lines per request, requests of each client in a round
    "1, 3, 1, 1 0 0",
    "7, 3, 1, 3 3 1",
    "7, 3, 2, 2 2 1",
    "10000, 1, 1000000, 1",
    "65536, 2, 100, 328 328",
    "131072, 2, 65536, 1 1",
    "200000, 2, 1, 131072 68928",
    "200000, 3, 1000, 70 66 66"
  })
  void togetherTheySendEachLineOnceUnderItsNumber(
      int size, int of, int linesPerRequest, String requests) throws Exception {
    List<String> lines = IntStream.range(0, size).mapToObj(i -> "line " + i).toList();
    Path file = Files.writeString(dir.resolve("a.txt"), "\n" + String.join("\n\n", lines));
    List<Traffic> files = new ArrayList<>();
    List<Traffic> rides = new ArrayList<>();
    for (int number = 1; number <= of; number++) {
      Part part = new Part(number, of);
      files.add(FileTraffic.of(file, part, linesPerRequest, Optional.empty()));
      rides.add(GeneratedTraffic.of(Workload.LIFT_RIDES, size, 1, part, linesPerRequest));
    }
    List<Long> perRound = Stream.of(requests.split(" ", -1)).map(Long::valueOf).toList();
    assertThat(files).extracting(Traffic::requestsPerRound).isEqualTo(perRound);
    assertThat(sent(files)).isEqualTo(numbered(size, seq -> lines.get((int) (seq % size))));
    LiftRideRequests ride = new LiftRideRequests(1);
    assertThat(sent(rides))
        .isEqualTo(
            numbered(size, seq -> linesPerRequest == 1 ? text(ride.post(seq)) : ride.line(seq)));
  }

  /** What the lines of some rounds are, with their numbers. */
  private static List<String> numbered(int size, LongFunction<String> line) {
    return LongStream.range(0, (long) ROUNDS * size)
        .mapToObj(seq -> seq + " " + line.apply(seq))
        .toList();
  }

  /** The lines of some rounds of all parts, in the order of their numbers. */
  private static List<String> sent(List<Traffic> parts) throws IOException {
    Map<Long, String> sent = new TreeMap<>();
    for (Traffic part : parts) {
      try (RequestSource source = part.requests()) {
        for (long i = 0; i < ROUNDS * part.requestsPerRound(); i++) {
          Request request = source.next().orElseThrow();
          assertThat(request.body().length).isLessThanOrEqualTo(LineSource.MAX_BODY_BYTES);
          String[] lines = text(request).split("\n", -1);
          for (int line = 0; line < request.lines(); line++) {
            assertThat(sent.put(request.seq() + line, lines[line])).isNull();
          }
        }
        if (part.requestsPerRound() == 0) {
          assertThat(source.next()).isEmpty();
        }
      }
    }
    return sent.entrySet().stream().map(line -> line.getKey() + " " + line.getValue()).toList();
  }

  /** The body of a request, without what stands around one line of a file. */
  private static String text(Request request) {
    return new String(request.body(), UTF_8).replaceAll("^\\{\"message\":\"|(?<=[0-9])\"}$", "");
  }
}
