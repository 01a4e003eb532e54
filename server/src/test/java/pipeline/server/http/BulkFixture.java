package pipeline.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import pipeline.wire.codec.Lines;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** Bodies of many lines for the word count. */
abstract class BulkFixture {
  static final String PATH = "/server/textbody/wordcount";
  static final String TEXT = "Content-Type: text/plain; charset=utf-8";
  static final String NDJSON = "Content-Type: application/x-ndjson";
  static final RunId RUN = HttpFixture.RUN;

  HttpFixture server;

  @BeforeEach
  void start() throws Exception {
    server = new HttpFixture();
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  static String key(int first) {
    return "Idempotency-Key: " + new RequestKey(RUN, first);
  }

  RawHttp.Answer postText(String body, String... headers) throws Exception {
    return post(body.getBytes(UTF_8), TEXT, headers);
  }

  RawHttp.Answer postNdjson(String body, String... headers) throws Exception {
    return post(body.getBytes(UTF_8), NDJSON, headers);
  }

  RawHttp.Answer post(byte[] body, String type, String... headers) throws Exception {
    String[] all = java.util.Arrays.copyOf(headers, headers.length + 1);
    all[headers.length] = type;
    try (RawHttp http = server.connect()) {
      http.send(RawHttp.post(PATH, body, all));
      return http.answer();
    }
  }

  /** The words of each line of the only request that was published. */
  List<Map<String, Integer>> published() {
    Lines<Map<String, Integer>> lines = server.publisher().published().element().lines();
    return IntStream.range(0, lines.count()).mapToObj(lines::line).toList();
  }
}
