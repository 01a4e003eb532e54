package pipeline.server.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import pipeline.server.http.HttpError;

/** The line of a request's body, with all that ours refuses, beside a tree of Jackson's. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ParsingBenchmark {
  private final ObjectMapper mapper = new ObjectMapper();
  private byte[] body =
      "{\"message\":\"it was the best of times it was the worst of times it was the age of wisdom\"}"
          .getBytes(UTF_8);

  @Benchmark
  public String ours() throws HttpError {
    return TextPost.message(body, 0, body.length);
  }

  @Benchmark
  public String baselineTree() throws IOException {
    return mapper.readTree(body).get("message").textValue();
  }
}
