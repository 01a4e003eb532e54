package pipeline.server;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;

/**
 * The requests of one workload. A POST is checked and published; its answer follows the broker's
 * confirm, on a thread of the publisher, so no thread of the container waits. A GET is answered
 * from the store, on a thread of {@link StoreReads}. Thread-safe.
 */
final class WorkloadServlet<P> extends HttpServlet {
  private static final Logger LOG = LoggerFactory.getLogger(WorkloadServlet.class);

  private final transient Endpoints<P> endpoints;
  private final transient BodyReader bodies;
  private final transient Publisher<P> publisher;
  private final transient ServerKeys keys;
  private final transient StoreReads reads;
  private final transient ApiToken token;
  private final transient HttpStats stats;

  WorkloadServlet(
      Endpoints<P> endpoints,
      BodyReader bodies,
      Publisher<P> publisher,
      ServerKeys keys,
      StoreReads reads,
      ApiToken token,
      HttpStats stats) {
    this.endpoints = endpoints;
    this.bodies = bodies;
    this.publisher = publisher;
    this.keys = keys;
    this.reads = reads;
    this.token = token;
    this.stats = stats;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Exchange exchange = new Exchange(request, stats);
    try {
      RequestHead.checkToken(request, token);
      String path = RequestHead.path(request);
      checkMethod(request.getMethod(), endpoints.methods(path));
      if (request.getMethod().equals("POST")) {
        take(exchange, endpoints.post(path));
      } else {
        RequestHead.checkNoBody(request);
        reads.answer(path, exchange);
      }
    } catch (Refusal refusal) {
      bodies.refuse(exchange, refusal);
    } catch (RuntimeException | Error e) {
      bodies.refuse(exchange, failure(e));
    }
  }

  private static void checkMethod(String method, List<String> allowed) throws Refusal {
    if (allowed.isEmpty()) {
      throw new Refusal(RefusalKind.NOT_FOUND, "there is nothing at this path");
    }
    if (!allowed.contains(method)) {
      throw Refusal.onlyMethod(String.join(", ", allowed));
    }
  }

  private void take(Exchange exchange, Post<P> post) throws IOException, Refusal {
    HttpServletRequest request = exchange.request();
    RequestHead.checkBody(request, bodies.limit());
    Optional<RequestKey> key = RequestHead.key(request);
    bodies.read(
        exchange,
        (bytes, length) -> {
          try {
            publish(exchange, post, key.orElseGet(keys::next), post.payload(bytes, length));
          } catch (Refusal refusal) {
            exchange.refuse(refusal);
          } catch (RuntimeException | Error e) {
            exchange.refuse(failure(e));
          }
        });
  }

  /** Errors as well: what one request meets, others need not. */
  private static Refusal failure(Throwable e) {
    LOG.error("a request could not be handled", e);
    return Refusal.failure();
  }

  private void publish(Exchange exchange, Post<P> post, RequestKey key, P payload) {
    // before anything is published: if it cannot be made, the 500 is of a line that does not count
    String answer = post.answer(payload);
    publisher.publish(
        new Entry<>(key, payload),
        new Completion() {
          @Override
          public void ended(Verdict verdict) {
            if (verdict.confirmed()) {
              exchange.answer(post.status(), answer);
            } else {
              exchange.refuse(new Refusal(verdict.kind(), verdict.reason()));
            }
          }

          @Override
          public void send() {
            exchange.send(post.status(), answer);
          }

          @Override
          public void finished() {
            exchange.end();
          }
        });
  }
}
