package pipeline.server;

import java.util.Map;
import java.util.Optional;
import pipeline.wire.workload.Workload;

/** The word count, without a store of counts. */
final class HttpFixture extends WorkloadFixture<Map<String, Integer>> {

  HttpFixture() throws Exception {
    super(Workload.WORDCOUNT, TextEndpoints.standard(), Optional.empty());
  }

  /** The answer to one POST of JSON to the word count, on a connection of its own. */
  RawHttp.Answer post(String body, String... headers) throws Exception {
    return postTo("/server/textbody/wordcount", body, headers);
  }
}
