package pipeline.lab.experiment.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.client.Main;
import pipeline.client.load.StopSignal;
import pipeline.wire.process.Console;

/** Tests the figures of client.jar and of wrk. */
class ClientResultTest {
  static {
    // head and body go out in two writes: with Nagle's algorithm the second waits 40 ms for an ack
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  @TempDir private Path directory;

  /** What the other tests write is less than a client writes, and stays as it is. */
  @Test
  @Timeout(60)
  void readsWhatAClientHasWritten() throws IOException {
    Path text = Files.writeString(directory.resolve("text"), "a few words\n".repeat(500));
    Path json = directory.resolve("client.json");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", ClientResultTest::answer);
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/server";
      String[] load = {text.toString(), "8", "--gets", "100", "--url", url, "--json", "" + json};
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      PrintStream printed = new PrintStream(said, true, UTF_8);
      Console console = new Console("client", printed, printed, false);
      int code = Main.run(load, Map.of(), console, new StopSignal());
      assertThat(code).as(said.toString(UTF_8)).isZero();
    } finally {
      server.stop(0);
    }

    ClientResult result = ClientResult.read(json);
    assertThat(result.successes()).isEqualTo(500);
    assertThat(result.failures()).isZero();
    assertThat(result.lines()).isEqualTo(500);
    assertThat(result.wallSeconds()).isPositive();
    assertThat(result.latency()).containsKeys("min", "mean", "p50", "p90", "p99", "max");
    assertThat(result.latency().get("max")).isGreaterThanOrEqualTo(result.latency().get("p99"));
  }

  private static void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    byte[] words = "{\"message\":3}".getBytes(UTF_8);
    exchange.sendResponseHeaders(200, words.length);
    exchange.getResponseBody().write(words);
    exchange.close();
  }

  @Test
  void readsTheStep() throws IOException {
    ClientResult result =
        read(
            """
            {"steps":[{"wallSeconds":4.5,"successes":900,"failures":1,"throughput":200.0,
              "latency":{"count":900,"mean":5.5,"p99":20},
              "service":{"mean":77},"gets":{"failures":3,"latency":{"mean":8.5,"p99":null}}}]}
            """);

    assertThat(result.successes()).isEqualTo(900);
    assertThat(result.failures()).isEqualTo(1);
    assertThat(result.wallSeconds()).isEqualTo(4.5);
    assertThat(result.latency()).containsEntry("mean", 5.5).containsEntry("p99", 20.0);
    assertThat(result.reads()).containsEntry("mean", 8.5);
  }

  @Test
  void aHistogramOfAnyLengthIsLeftOut() throws IOException {
    String latency = "{\"mean\":5.5,\"histogram\":\"" + "HISTFAAA".repeat(1_000) + "\"}";
    ClientResult result =
        read("{\"steps\":[{\"latency\":%1$s,\"gets\":{\"latency\":%1$s}}]}".formatted(latency));

    assertThat(result.latency()).containsExactly(entry("mean", 5.5));
    assertThat(result.reads()).containsExactly(entry("mean", 5.5));
  }

  @Test
  void aFileWithoutAStepIsAnError() {
    assertThatThrownBy(() -> read("{\"steps\":[]}"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no step");
  }

  @Test
  void wrkCountsTheLinesOfRequestsThatSucceeded() throws IOException {
    ClientResult result =
        ClientResult.ofWrk(
            "Running 2s test\n"
                + "RESULT requests=2100 failed=100 each=10 micros=2000000 min=90 mean=2000 p50=1500"
                + " p90=3000 p99=9000 max=12000\n");

    assertThat(result.successes()).isEqualTo(2_000);
    assertThat(result.failures()).isEqualTo(100);
    assertThat(result.lines()).isEqualTo(20_000);
    assertThat(result.throughput()).isEqualTo(1_000);
    assertThat(result.wallSeconds()).isEqualTo(2);
    assertThat(result.latency())
        .containsEntry("mean", 2.0)
        .containsEntry("p99", 9.0)
        .containsEntry("max", 12.0);
  }

  @Test
  void outputOfAProgramThatGaveUpIsAnError() {
    assertThatThrownBy(() -> ClientResult.ofWrk("unable to connect"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("unable to connect");
  }

  private ClientResult read(String json) throws IOException {
    return ClientResult.read(Files.writeString(directory.resolve("client.json"), json));
  }
}
