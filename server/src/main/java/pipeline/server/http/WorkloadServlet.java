package pipeline.server.http;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.servlet.ServletContext;
import javax.servlet.ServletRegistration;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.MappingMatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.admission.Admission;
import pipeline.server.admission.NotAdmittedException;
import pipeline.server.broker.PublishResult;
import pipeline.server.publish.PublishCallback;
import pipeline.server.publish.Publisher;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.workload.Workload;

/**
 * The requests of one workload. A POST is checked, admitted and published; its answer follows the
 * broker's confirm, on the thread that brings it, so no thread of the container waits. A GET is
 * answered from the store, on a thread of {@link StoreReads}. Thread-safe.
 */
public final class WorkloadServlet<P> extends HttpServlet {
  private static final Logger LOG = LoggerFactory.getLogger(WorkloadServlet.class);

  private final transient Endpoints<P> endpoints;
  private final transient BodyReader bodies;
  private final transient Admission admission;
  private final transient Publisher<P> publisher;
  private final transient ServerKeys keys;
  private final transient StoreReads reads;
  private final transient ApiToken token;
  private final transient HttpStats stats;
  private final transient HttpError unknown;
  private final transient BodyLines lines;

  /**
   * @param workload what is served; the 404 at another workload's path names it
   */
  public WorkloadServlet(
      Endpoints<P> endpoints,
      BodyReader bodies,
      Admission admission,
      Publisher<P> publisher,
      ServerKeys keys,
      StoreReads reads,
      ApiToken token,
      HttpStats stats,
      Workload workload) {
    this.endpoints = endpoints;
    this.bodies = bodies;
    this.admission = admission;
    this.publisher = publisher;
    this.keys = keys;
    this.reads = reads;
    this.token = token;
    this.stats = stats;
    this.lines = new BodyLines(bodies.config().bodyLimit(), bodies.config().bulkLines());
    this.unknown =
        new HttpError(
            ErrorCode.NOT_FOUND,
            "there is nothing at this path while the server's WORKLOAD is " + workload.spelled());
  }

  /**
   * Puts it into a context that is starting: at the workload's paths, and at those that no servlet
   * has, where the container's own would answer in HTML.
   */
  public void register(ServletContext context) {
    ServletRegistration.Dynamic registration = context.addServlet("workload", this);
    registration.setAsyncSupported(true);
    registration.addMapping(endpoints.mappings().toArray(new String[0]));
    registration.addMapping("/");
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HttpExchange exchange = new HttpExchange(request, stats);
    try {
      boolean isPost = request.getMethod().equals("POST");
      if (isPost) {
        RequestHead.checkSite(request);
      }
      if (request.getHttpServletMapping().getMappingMatch() == MappingMatch.DEFAULT) {
        throw unknown;
      }
      RequestHead.checkToken(request, token);
      String path = RequestHead.path(request);
      Optional<Post<P>> bulk =
          isPost
              ? RequestHead.lineFormat(request).flatMap(format -> endpoints.bulkPost(path, format))
              : Optional.empty();
      if (bulk.isPresent()) {
        take(exchange, bulk.get(), true);
        return;
      }
      checkMethod(request.getMethod(), endpoints.methods(path));
      if (isPost) {
        Post<P> post = endpoints.post(path);
        checkJson(request, path);
        take(exchange, post, false);
      } else {
        RequestHead.checkNoBody(request);
        reads.answer(path, exchange);
      }
    } catch (HttpError refusal) {
      bodies.refuse(exchange, refusal);
    } catch (RuntimeException | Error e) {
      bodies.refuse(exchange, failure(e));
    }
  }

  private static void checkMethod(String method, List<String> allowed) throws HttpError {
    if (allowed.isEmpty()) {
      throw new HttpError(ErrorCode.NOT_FOUND, "there is nothing at this path");
    }
    if (!allowed.contains(method)) {
      throw HttpError.onlyMethod(String.join(", ", allowed));
    }
  }

  private void checkJson(HttpServletRequest request, String path) throws HttpError {
    if (!RequestHead.isJson(request)) {
      throw HttpError.contentType(
          Arrays.stream(LineFormat.values())
              .filter(format -> endpoints.bulkPost(path, format).isPresent())
              .toList());
    }
  }

  /**
   * @param many whether the body has many lines, not one
   */
  private void take(HttpExchange exchange, Post<P> post, boolean many)
      throws IOException, HttpError {
    HttpServletRequest request = exchange.request();
    int limit = many ? bodies.config().bulkBodyLimit() : bodies.config().bodyLimit();
    RequestHead.checkBody(request, limit);
    Optional<RequestKey> key = RequestHead.key(request);
    bodies.read(
        exchange,
        limit,
        (body, length) -> {
          try {
            publish(
                exchange,
                key,
                post,
                many ? lines.read(body, length, post) : one(body, length, post));
          } catch (HttpError refusal) {
            exchange.refuse(refusal);
          } catch (RuntimeException | Error e) {
            exchange.refuse(failure(e));
          }
        });
  }

  private static int one(byte[] body, int length, Post<?> post) throws HttpError {
    post.line(body, 0, length);
    return 1;
  }

  private void publish(HttpExchange exchange, Optional<RequestKey> key, Post<P> post, int count)
      throws HttpError {
    // before anything is published: if it cannot be made, the 500 is of lines that do not count
    String answer = post.answer();
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
    publish(exchange, new Entry<>(first, post.lines()), post.status(), answer);
  }

  private void admit(Entry<P> entry) throws HttpError {
    try {
      admission.admit(entry.key(), entry.count(), counters(entry.lines().payloads()));
    } catch (NotAdmittedException e) {
      throw HttpError.notAdmitted(e);
    }
  }

  private Collection<String> counters(List<P> payloads) {
    if (payloads.size() == 1) {
      return endpoints.counters(payloads.get(0));
    }
    Set<String> counters = new HashSet<>();
    for (P payload : payloads) {
      counters.addAll(endpoints.counters(payload));
    }
    return counters;
  }

  /** For errors too: they end one request, not the server. */
  private static HttpError failure(Throwable e) {
    LOG.error("a request could not be handled", e);
    return HttpError.failure();
  }

  private void publish(HttpExchange exchange, Entry<P> entry, int status, String answer)
      throws HttpError {
    admit(entry);
    publisher.publish(
        entry,
        new PublishCallback() {
          @Override
          public void ended(PublishResult result) {
            if (result.confirmed()) {
              exchange.send(status, answer);
            } else {
              exchange.sendError(new HttpError(ErrorCode.of(result.failure()), result.reason()));
            }
          }

          @Override
          public void released() {
            exchange.end();
          }
        });
  }
}
