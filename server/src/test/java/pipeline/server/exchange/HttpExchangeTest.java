package pipeline.server.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.servlet.ServletRegistration;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pipeline.server.LocalServer;
import pipeline.server.Logged;
import pipeline.server.http.RawHttp;
import pipeline.server.tomcat.TomcatServer;
import pipeline.wire.process.ProgramMetrics;

/**
 * Tomcat sends each waiting request one answer, whole, and a client that takes it slowly holds up
 * nobody.
 */
class HttpExchangeTest {
  private static final String LONG = "x".repeat(32 << 20);

  private final BlockingQueue<HttpExchange> waiting = new LinkedBlockingQueue<>();
  private final AtomicLong later = new AtomicLong();
  private final ProgramMetrics metrics = new ProgramMetrics();
  private final Logged log = new Logged();
  private TomcatServer tomcat;

  @BeforeEach
  void start() throws Exception {
    HttpStats stats = new HttpStats(metrics.registry(), () -> System.nanoTime() + later.get());
    HttpServlet servlet =
        new HttpServlet() {
          @Override
          protected void service(HttpServletRequest request, HttpServletResponse response)
              throws IOException {
            waiting.add(new HttpExchange(request, stats));
          }
        };
    tomcat =
        LocalServer.tomcat(
            HttpConfig.from(LocalServer.settings(), 4),
            context -> {
              ServletRegistration.Dynamic registration = context.addServlet("waiting", servlet);
              registration.setAsyncSupported(true);
              registration.addMapping("/ours");
            });
  }

  @AfterEach
  void stop() throws Exception {
    tomcat.close();
    log.close();
    metrics.close();
  }

  @Test
  void aRequestThatTomcatEndsWithoutAnAnswerIs503AndLeavesALine() throws Exception {
    try (RawHttp http = get()) {
      HttpExchange exchange = next();
      exchange.request().getAsyncContext().setTimeout(1);
      http.answer().hasStatus(503).hasHeader("retry-after", "1");
      assertThat(log.lines())
          .containsExactly(
              "WARN HttpExchange: the container ends a request that has no answer yet");
      exchange.answer(200, "{}");
    }
  }

  @Test
  void anAnswerThatCannotBeWrittenIs500WithOneLineInTheLog() throws Exception {
    try (RawHttp http = get()) {
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
    try (RawHttp http = get()) {
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
    try (RawHttp http = get()) {
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
    try (RawHttp http = get()) {
      next().answer(200, LONG);
      assertThat(http.head().status()).isEqualTo(200);
      later.set(HttpExchange.LIMIT_NANOS + 1);
      http.awaitEnd();
    }
  }

  private RawHttp get() throws Exception {
    RawHttp http = new RawHttp(tomcat.port());
    http.sendHead("GET /server/ours HTTP/1.1", "Host: x");
    return http;
  }

  private HttpExchange next() throws InterruptedException {
    HttpExchange next = waiting.poll(15, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }
}
