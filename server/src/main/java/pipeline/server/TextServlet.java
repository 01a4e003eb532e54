package pipeline.server;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.Entry;
import pipeline.wire.RequestKey;

/**
 * {@code POST /textbody/<function>}: checks, counts, publishes; the answer follows the broker's
 * confirm, on a thread of the publisher, so no thread of the container waits. Thread-safe.
 */
final class TextServlet extends HttpServlet {
  private static final Logger LOG = LoggerFactory.getLogger(TextServlet.class);

  private final transient TextFunctions functions;
  private final transient BodyReader bodies;
  private final transient Publisher<Map<String, Integer>> publisher;
  private final transient ServerKeys keys;
  private final transient MessageParser parser = new MessageParser();

  TextServlet(
      TextFunctions functions,
      BodyReader bodies,
      Publisher<Map<String, Integer>> publisher,
      ServerKeys keys) {
    this.functions = functions;
    this.bodies = bodies;
    this.publisher = publisher;
    this.keys = keys;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Exchange exchange = new Exchange(request);
    try {
      TextFunction function = functions.requested(request.getMethod(), request.getPathInfo());
      RequestHead.checkBody(request, bodies.limit());
      Optional<RequestKey> key = RequestHead.key(request);
      bodies.read(
          exchange,
          (bytes, length) -> {
            try {
              publish(exchange, function, key.orElseGet(keys::next), parser.parse(bytes, length));
            } catch (Refusal refusal) {
              exchange.refuse(refusal);
            } catch (RuntimeException e) {
              LOG.error("a request could not be handled", e);
              exchange.refuse(new Refusal(500, "the server failed; its log says how"));
            }
          });
    } catch (Refusal refusal) {
      bodies.refuse(exchange, refusal);
    }
  }

  private void publish(Exchange exchange, TextFunction function, RequestKey key, String line) {
    Map<String, Integer> words = function.words(line);
    publisher.publish(
        new Entry<>(key, words),
        verdict -> {
          if (verdict.confirmed()) {
            exchange.answer(function.answer(words));
          } else {
            exchange.refuse(new Refusal(503, verdict.reason()));
          }
        });
  }
}
