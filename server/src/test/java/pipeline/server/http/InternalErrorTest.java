package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pipeline.server.Logged;
import pipeline.server.workload.TextEndpoints;
import pipeline.server.workload.WorkloadFixture;
import pipeline.wire.codec.Lines;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.query.QueryHandler;
import pipeline.wire.workload.Workload;

/** Any failure inside the server gives a 500 that says so, one line in the log, and no more. */
class InternalErrorTest {
  private static final String BODY = "{\"message\":\"the server failed; its log says how\"}";

  private final FailingEndpoints endpoints = new FailingEndpoints();
  private WorkloadFixture<Map<String, Integer>> server;
  private Logged log;

  @BeforeEach
  void start() throws Exception {
    server = new WorkloadFixture<>(Workload.WORDCOUNT, endpoints, Optional.of(failingCounts()));
    log = new Logged();
  }

  @AfterEach
  void stop() throws Exception {
    log.close();
    server.close();
  }

  /** A call during the handling of a request, and the exception that it throws. */
  record Fault(String call, Throwable thrown) {}

  static Stream<Throwable> thrown() {
    return Stream.of(
        new IllegalStateException("on purpose"),
        new NoClassDefFoundError("on purpose"),
        new StackOverflowError("on purpose"),
        new OutOfMemoryError("on purpose"));
  }

  static Stream<Fault> faults() {
    return Stream.of("methods", "post", "words", "answer")
        .flatMap(call -> thrown().map(thrown -> new Fault(call, thrown)));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aPostThatFailsIs500WithOneLineInTheLogAndPublishesNothing(Fault fault) throws Exception {
    endpoints.fault = Optional.of(fault);
    RawHttp.Answer answer = server.postTo("/server/textbody/wordcount", "{\"message\":\"secret\"}");
    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.body()).isEqualTo(BODY);
    assertThat(log.lines())
        .containsExactly("ERROR WorkloadServlet: a request could not be handled: on purpose");
    assertThat(server.publisher().published()).isEmpty();

    endpoints.fault = Optional.empty();
    assertThat(server.postTo("/server/textbody/wordcount", "{\"message\":\"a\"}").status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void aReadThatFailsIs500WithOneLineInTheLog(Throwable thrown) throws Exception {
    endpoints.fault = Optional.of(new Fault("counts", thrown));
    RawHttp.Answer answer = server.send("GET", "/server/textbody/wordcount/secret");
    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.body()).isEqualTo(BODY);
    assertThat(log.lines())
        .containsExactly("ERROR StoreReads: a read could not be answered: on purpose");
  }

  private CounterQueries failingCounts() {
    return (CounterQueries)
        Proxy.newProxyInstance(
            CounterQueries.class.getClassLoader(),
            new Class<?>[] {CounterQueries.class},
            (proxy, method, arguments) -> {
              throw endpoints.fault.orElseThrow().thrown();
            });
  }

  /** The word count, one call of which fails. */
  private static final class FailingEndpoints implements Endpoints<Map<String, Integer>> {
    private final TextEndpoints good = TextEndpoints.standard();
    private volatile Optional<Fault> fault = Optional.empty();

    @Override
    public List<String> mappings() {
      return good.mappings();
    }

    @Override
    public List<String> methods(String path) {
      failAt("methods");
      return good.methods(path);
    }

    @Override
    public QueryHandler reads() {
      return good.reads();
    }

    @Override
    public Post<Map<String, Integer>> post(String path) {
      failAt("post");
      Post<Map<String, Integer>> post = good.post(path);
      return new Post<>() {
        @Override
        public void line(byte[] body, int from, int to) throws HttpError {
          failAt("words");
          post.line(body, from, to);
        }

        @Override
        public Lines<Map<String, Integer>> lines() {
          return post.lines();
        }

        @Override
        public int status() {
          return post.status();
        }

        @Override
        public String answer() {
          failAt("answer");
          return post.answer();
        }
      };
    }

    private void failAt(String call) {
      fault
          .filter(f -> f.call().equals(call))
          .ifPresent(f -> FailingEndpoints.<RuntimeException>fail(f.thrown()));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void fail(Throwable thrown) throws E {
      throw (E) thrown;
    }
  }
}
