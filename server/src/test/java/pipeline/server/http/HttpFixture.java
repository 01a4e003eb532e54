package pipeline.server.http;

import java.util.Map;
import java.util.Optional;
import pipeline.server.workload.TextEndpoints;
import pipeline.server.workload.WorkloadFixture;
import pipeline.wire.workload.Workload;

/** The word count, without a store of counts. */
final class HttpFixture extends WorkloadFixture<Map<String, Integer>> {

  HttpFixture() throws Exception {
    this("");
  }

  HttpFixture(String apiToken) throws Exception {
    super(
        Workload.WORDCOUNT, TextEndpoints.standard(), Optional.empty(), Optional.empty(), apiToken);
  }

  /** The answer to one POST of JSON to the word count, on a connection of its own. */
  RawHttp.Answer post(String body, String... headers) throws Exception {
    return postTo("/server/textbody/wordcount", body, headers);
  }
}
