package pipeline.server.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.lang3.ArrayUtils;
import pipeline.server.workload.OnTomcat;
import pipeline.server.workload.TextEndpoints;
import pipeline.wire.codec.Lines;
import pipeline.wire.workload.Workload;

/** The word count on a server of its own. */
public abstract class OnWordCount extends OnTomcat<Map<String, Integer>> {
  protected static final String PATH = "/server/textbody/wordcount";
  protected static final String POST = "POST " + PATH + " HTTP/1.1";
  protected static final String JSON = "Content-Type: application/json";
  protected static final String BODY = "{\"message\":\"a\"}";

  protected OnWordCount(String... settings) throws Exception {
    super(Workload.WORDCOUNT, TextEndpoints.standard(), Optional.empty(), settings);
  }

  /** The answer to one POST of JSON, on a connection of its own. */
  protected RawHttp.Answer post(String body, String... headers) throws Exception {
    return postTo(PATH, body, headers);
  }

  protected RawHttp.Answer postText(String body, String... headers) throws Exception {
    return post(body, ArrayUtils.add(headers, TEXT));
  }

  protected RawHttp.Answer postNdjson(String body, String... headers) throws Exception {
    return post(body, ArrayUtils.add(headers, NDJSON));
  }

  /** The words of each line of the only request that was published. */
  protected List<Map<String, Integer>> published() {
    Lines<Map<String, Integer>> lines = publisher.published().element().lines();
    return IntStream.range(0, lines.count()).mapToObj(lines::line).toList();
  }

  protected void assertNothingPublishedAndAlive() throws Exception {
    assertNothingPublished();
    post(BODY).hasStatus(200);
  }
}
