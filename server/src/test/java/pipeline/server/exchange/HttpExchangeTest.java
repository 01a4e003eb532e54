package pipeline.server.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.servlet.AsyncContext;
import javax.servlet.ServletContext;
import javax.servlet.ServletRegistration;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pipeline.server.LocalServer;
import pipeline.server.Logged;
import pipeline.server.http.RawHttp;
import pipeline.server.tomcat.TomcatServer;
import pipeline.wire.process.ProgramMetrics;
import pipeline.wire.settings.Settings;

/** Tomcat's own handling of a request that waits for its answer. */
class HttpExchangeTest {
  private static final String LONG = "x".repeat(32 << 20);

  private final BlockingQueue<HttpExchange> waiting = new LinkedBlockingQueue<>();
  private final AtomicLong later = new AtomicLong();
  private final ProgramMetrics metrics = new ProgramMetrics();
  private final Logged log = new Logged();
  private TomcatServer tomcat;

  @BeforeEach
  void start() throws Exception {
    TomcatServer.logToSlf4j();
    HttpStats stats = new HttpStats(metrics.registry(), () -> System.nanoTime() + later.get());
    tomcat =
        new TomcatServer(
            HttpConfig.from(new Settings(Map.of("SERVER_PORT", "0"), new Properties()), 4),
            context ->
                context.addServletContainerInitializer(
                    (classes, started) -> {
                      serve(started, "/ours", request -> new HttpExchange(request, stats));
                      serve(
                          started,
                          "/ended",
                          request -> new HttpExchange(endedSoon(request), stats));
                    },
                    null));
  }

  @AfterEach
  void stop() throws Exception {
    tomcat.close();
    log.close();
    metrics.close();
  }

  @Test
  void aRequestThatTomcatEndsWithoutAnAnswerIs503AndLeavesALine() throws Exception {
    try (RawHttp http = get("/ended")) {
      http.answer().hasStatus(503).hasHeader("retry-after", "1");
      assertThat(log.lines())
          .containsExactly(
              "WARN HttpExchange: the container ends a request that has no answer yet");
      next().answer(200, "{}");
    }
  }

  @Test
  void anAnswerThatCannotBeWrittenIs500WithOneLineInTheLog() throws Exception {
    try (RawHttp http = get("/ours")) {
      String unwritable = null;
      next().answer(200, unwritable);
      http.answer().hasStatus(500).says("the server failed; its log says how");
      assertThat(log.lines())
          .singleElement()
          .asString()
          .startsWith("ERROR HttpExchange: an answer could not be written");
    }
  }

  @Test
  void onlyTheFirstAnswerIsSent() throws Exception {
    try (RawHttp http = get("/ours")) {
      HttpExchange exchange = next();
      exchange.send(200, HttpExchange.JSON, "{}");
      exchange.refuse(HttpError.failure());
      http.answer().hasStatus(200);
      assertThat(LocalServer.samplesIn(metrics.scrape()))
          .containsEntry("http_server_refusals_total{reason=\"failure\",status=\"500\"}", 0.0);
      http.sendHead("GET /server/ours HTTP/1.1", "Host: x");
      next().answer(200, "{}");
      http.answer().hasStatus(200);
    }
  }

  @Test
  void aLongAnswerBlocksNobodyAndArrivesWholeWhenItIsRead() throws Exception {
    try (RawHttp http = get("/ours")) {
      next().answer(200, LONG);
      // the answer is larger than the buffers between server and client, and is not read yet
      http.answer().hasBody(LONG);
      http.sendHead("GET /server/ours HTTP/1.1", "Host: x");
      next().answer(200, "{}");
      http.answer().hasBody("{}");
    }
  }

  @Test
  void aClientThatTakesAnAnswerTooSlowlyIsCutOff() throws Exception {
    try (RawHttp http = get("/ours")) {
      next().answer(200, LONG);
      assertThat(http.head().status()).isEqualTo(200);
      later.set(HttpExchange.LIMIT_NANOS + 1);
      assertThat(http.isClosedAfterAnything()).isTrue();
    }
  }

  private RawHttp get(String path) throws Exception {
    RawHttp http = new RawHttp(tomcat.port());
    http.sendHead("GET /server" + path + " HTTP/1.1", "Host: x");
    return http;
  }

  private HttpExchange next() throws InterruptedException {
    HttpExchange next = waiting.poll(15, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }

  /** The request with a time-out of a millisecond in Tomcat, whatever is set. */
  private static HttpServletRequest endedSoon(HttpServletRequest request) {
    return new HttpServletRequestWrapper(request) {
      @Override
      public AsyncContext startAsync() {
        AsyncContext async = super.startAsync();
        return (AsyncContext)
            Proxy.newProxyInstance(
                AsyncContext.class.getClassLoader(),
                new Class<?>[] {AsyncContext.class},
                (proxy, method, arguments) ->
                    method.invoke(
                        async,
                        method.getName().equals("setTimeout") ? new Object[] {1L} : arguments));
      }
    };
  }

  private interface Taking {
    HttpExchange of(HttpServletRequest request) throws IOException;
  }

  private void serve(ServletContext started, String path, Taking taking) {
    ServletRegistration.Dynamic servlet =
        started.addServlet(
            path,
            new HttpServlet() {
              @Override
              protected void service(HttpServletRequest request, HttpServletResponse response)
                  throws IOException {
                waiting.add(taking.of(request));
              }
            });
    servlet.setAsyncSupported(true);
    servlet.addMapping(path);
  }
}
