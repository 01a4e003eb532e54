package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pipeline.server.Logged;
import pipeline.server.workload.OnTomcat;
import pipeline.server.workload.TextEndpoints;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.workload.Workload;

/** Any failure inside the server gives a 500 that says so, one line in the log, and no more. */
class InternalErrorTest extends OnTomcat<Map<String, Integer>> {
  private static final String PATH = "/server/textbody/wordcount";
  private static final String BODY = "{\"message\":\"secret\"}";

  private static volatile Fault fault = new Fault("none", null);

  InternalErrorTest() throws Exception {
    super(
        Workload.WORDCOUNT,
        failing(Endpoints.class, TextEndpoints.standard()),
        Optional.of(failing(CounterQueries.class, null)));
  }

  /** A call during the handling of a request, and the exception that it throws. */
  record Fault(String call, Throwable thrown) {}

  static Stream<Fault> faults() {
    return Stream.of(
            new IllegalStateException("on purpose"),
            new NoClassDefFoundError("on purpose"),
            new StackOverflowError("on purpose"),
            new OutOfMemoryError("on purpose"))
        .flatMap(
            thrown ->
                Stream.of("methods", "post", "parse", "get", "number")
                    .map(call -> new Fault(call, thrown)));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aRequestThatFailsIs500WithOneLineInTheLogAndPublishesNothing(Fault each) throws Exception {
    try (Logged log = new Logged()) {
      fault = each;
      RawHttp.Answer answer =
          each.call().equals("number") ? send("GET", PATH + "/secret") : postTo(PATH, BODY);
      refused(500, answer).says("the server failed; its log says how");
      assertThat(log.lines())
          .containsExactly("ERROR HttpExchange: a request could not be handled: on purpose");
    } finally {
      fault = new Fault("none", null);
    }
    postTo(PATH, BODY).hasStatus(200);
  }

  /** The object, of which the call of the present fault fails. */
  @SuppressWarnings("unchecked")
  private static <T> T failing(Class<? super T> type, T good) {
    return (T)
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals(fault.call())) {
                throw fault.thrown();
              }
              Object result = method.invoke(good, arguments);
              return result instanceof Post<?> post
                  ? new Post<>(
                      failing(Post.Parser.class, post.taker()),
                      failing(Supplier.class, post.lines()),
                      200,
                      failing(Supplier.class, post.answer()))
                  : result;
            });
  }
}
