package pipeline.server.http;

import java.io.IOException;
import java.net.URISyntaxException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.servlet.ServletContext;
import javax.servlet.ServletRegistration;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.MappingMatch;
import pipeline.server.broker.PublishResult;
import pipeline.server.exchange.BodyReader;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;
import pipeline.server.exchange.HttpExchange;
import pipeline.server.exchange.HttpStats;
import pipeline.server.publish.Publisher;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.RequestPath;
import pipeline.wire.workload.Workload;

/**
 * Serves the requests of one workload, and the ends of its runs. A POST is checked and published;
 * its answer follows the broker's confirm, on the thread that brings it, so no thread of the
 * container waits. A GET is answered from the store, on a thread of {@link StoreReads}.
 * Thread-safe.
 */
public final class WorkloadServlet<P> extends HttpServlet {
  private static final String RUNS = "/runs/*";
  private static final String SITE = "Sec-Fetch-Site";

  private final transient Endpoints<P> endpoints;
  private final transient BodyReader bodies;
  private final transient Publisher<P> publisher;
  private final transient RequestKeys keys;
  private final transient StoreReads reads;
  private final transient ApiToken token;
  private final transient HttpStats stats;
  private final transient HttpError unknown;

  /**
   * @param workload what is served; the 404 at another workload's path names it
   * @param wallMillis the time of day, in milliseconds since 1970
   */
  public WorkloadServlet(
      Endpoints<P> endpoints,
      BodyReader bodies,
      Publisher<P> publisher,
      StoreReads reads,
      ApiToken token,
      HttpStats stats,
      Workload workload,
      LongSupplier wallMillis) {
    this.endpoints = endpoints;
    this.bodies = bodies;
    this.publisher = publisher;
    this.keys = new RequestKeys(wallMillis);
    this.reads = reads;
    this.token = token;
    this.stats = stats;
    this.unknown =
        new HttpError(
            ErrorCode.NOT_FOUND,
            "there is nothing at this path while the server's WORKLOAD is " + workload.spelled());
  }

  /**
   * Puts the servlet into a context that is starting: at the workload's paths, and at those that no
   * servlet has, where the container's own servlet would answer in HTML.
   */
  public void register(ServletContext context) {
    ServletRegistration.Dynamic registration = context.addServlet("workload", this);
    registration.setAsyncSupported(true);
    registration.addMapping(endpoints.mappings().toArray(new String[0]));
    registration.addMapping(RUNS, "/");
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HttpExchange exchange = new HttpExchange(request, stats);
    try {
      boolean isPost = request.getMethod().equals("POST");
      if (isPost) {
        checkSite(request);
      }
      if (request.getHttpServletMapping().getMappingMatch() == MappingMatch.DEFAULT) {
        throw unknown;
      }
      token.check(request);
      String path = path(request);
      if (request.getHttpServletMapping().getPattern().equals(RUNS)) {
        takeEnd(exchange, path);
        return;
      }
      checkMethod(request.getMethod(), endpoints.methods(path));
      if (isPost) {
        BodyFormat format = BodyFormat.of(request.getContentType());
        take(exchange, endpoints.post(path, format), format != BodyFormat.JSON);
      } else {
        if (BodyReader.isAnnounced(request)) {
          throw new HttpError(ErrorCode.INVALID, "a GET has no body");
        }
        reads.answer(path, exchange);
      }
    } catch (HttpError refusal) {
      bodies.refuse(exchange, refusal);
    } catch (RuntimeException | Error e) {
      bodies.discard(exchange);
      exchange.fail(e);
    }
  }

  /**
   * Refuses a POST that a browser sends for a page of another site. Its text needs no permission of
   * this server (no preflight), so such a page could count words here from its reader's network.
   * Other programs send no such header.
   */
  private static void checkSite(HttpServletRequest request) throws HttpError {
    if (request.getHeader(SITE) != null
        && Collections.list(request.getHeaders(SITE)).toString().matches("(?i).*cross-site.*")) {
      throw new HttpError(
          ErrorCode.CROSS_SITE,
          "a page of another site may not post here (Sec-Fetch-Site: cross-site)");
    }
  }

  /**
   * The path below the context, decoded, without a slash at its end. The path of a GET is read as
   * it was sent, since the container merges double slashes, and a word may have them.
   */
  private static String path(HttpServletRequest request) throws HttpError {
    if (request.getMethod().equals("GET")) {
      String sent = request.getRequestURI().substring(request.getContextPath().length());
      try {
        return RequestPath.decoded(sent);
      } catch (URISyntaxException e) {
        throw new HttpError(ErrorCode.INVALID, "the path is malformed");
      }
    }
    String below = request.getPathInfo();
    return RequestPath.withoutSlash(request.getServletPath() + (below == null ? "" : below));
  }

  private static void checkMethod(String method, List<String> allowed) throws HttpError {
    if (allowed.isEmpty()) {
      throw new HttpError(ErrorCode.NOT_FOUND, "there is nothing at this path");
    }
    if (!allowed.contains(method)) {
      throw HttpError.onlyMethod(String.join(", ", allowed));
    }
  }

  /**
   * @param many whether the body has many lines, not one
   */
  private void take(HttpExchange exchange, Post<P> post, boolean many)
      throws IOException, HttpError {
    Optional<RequestKey> key = keys.sent(exchange.request());
    int limit = many ? bodies.config().bulkBodyLimit() : bodies.config().bodyLimit();
    bodies.read(
        exchange,
        limit,
        (body, length) -> {
          if (many) {
            publish(exchange, key, post, readLines(body, length, post));
          } else {
            post.taker().parse(body, 0, length);
            publish(exchange, key, post, 1);
          }
        });
  }

  /** Takes {@code POST /runs/{run}} with {@code {"lines":9930}}, which ends a run. */
  private void takeEnd(HttpExchange exchange, String path) throws IOException, HttpError {
    HttpServletRequest request = exchange.request();
    String id = path.substring(Math.min(path.length(), RUNS.length() - 1));
    checkMethod(
        request.getMethod(), id.isEmpty() || id.contains("/") ? List.of() : List.of("POST"));
    RunId run = keys.run(id);
    BodyFormat.of(request.getContentType()).check(BodyFormat.JSON);
    bodies.read(
        exchange,
        bodies.config().bodyLimit(),
        (body, length) -> {
          long lines =
              JsonBody.read(body, 0, length, List.of("lines")).number("lines", 0, RunEnd.MAX_LINES);
          RunEnd end = new RunEnd(run, lines);
          String answer = "{\"message\":" + lines + "}";
          reads.checkEnd(
              end,
              exchange,
              () ->
                  publisher.publish(
                      end, new ConfirmedAnswer(exchange, HttpServletResponse.SC_OK, answer)));
        });
  }

  /**
   * Gives the lines of {@code body[0..length)} to {@code post}. A line ends with LF or CRLF, the
   * last one perhaps with the body; empty ones are skipped.
   *
   * @return how many they are
   * @throws HttpError that names the line, counted from 1 with the empty ones: 413 if it is too
   *     long, or what the post says of it; 413 if there are too many
   */
  private int readLines(byte[] body, int length, Post<?> post) throws HttpError {
    int maxLines = bodies.config().bulkLines();
    int lines = 0;
    int number = 0;
    for (int from = 0, end; from < length; from = end + 1) {
      end = from;
      while (end < length && body[end] != '\n') {
        end++;
      }
      number++;
      int to = end < length && end > from && body[end - 1] == '\r' ? end - 1 : end;
      if (to > from) {
        if (lines == maxLines) {
          throw new HttpError(ErrorCode.TOO_LONG, "the body has more than " + maxLines + " lines");
        }
        lines++;
        try {
          if (to - from > bodies.config().bodyLimit()) {
            throw new HttpError(
                ErrorCode.TOO_LONG, "longer than " + bodies.config().bodyLimit() + " bytes");
          }
          post.taker().parse(body, from, to);
        } catch (HttpError refusal) {
          throw refusal.ofLine(number);
        }
      }
    }
    return lines;
  }

  private void publish(HttpExchange exchange, Optional<RequestKey> key, Post<P> post, int count)
      throws HttpError {
    // the answer is made before anything is published: if that fails, the 500 is for lines that are
    // not counted
    String answer = post.answer().get();
    if (count == 0) {
      exchange.answer(post.status(), answer);
      return;
    }
    RequestKey first = key.isPresent() ? key.get() : keys.next(count);
    if (count - 1 > Integer.MAX_VALUE - first.seq()) {
      throw new HttpError(
          ErrorCode.INVALID,
          "Idempotency-Key: the last line's number would be above " + Integer.MAX_VALUE);
    }
    publisher.publish(
        new Entry<>(first, post.lines().get()),
        new ConfirmedAnswer(exchange, post.status(), answer));
  }

  /** Answers a request once the broker has all of its entries. */
  private record ConfirmedAnswer(HttpExchange exchange, int status, String answer)
      implements Publisher.Callback {
    @Override
    public void ended(PublishResult result) {
      if (result.confirmed()) {
        exchange.send(status, HttpExchange.JSON, answer);
      } else {
        // each failure is an error of the same name
        ErrorCode code = ErrorCode.valueOf(result.failure().name());
        exchange.sendError(new HttpError(code, result.reason()));
      }
    }

    @Override
    public void released() {
      exchange.end();
    }
  }
}
