package pipeline.server;

import java.io.IOException;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An asynchronous request and its answer. Nothing here throws, and but for {@link #send} and {@link
 * #refuseEarly} nothing blocks: an answer goes into Tomcat's buffer, and whoever handles the ended
 * request sends it, a thread for requests or a lane. The caller sees to it that there is one
 * answer.
 */
final class Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  private final AsyncContext async;
  private final HttpStats stats;
  private final String method;
  private final long start;
  private boolean ended;

  /** Takes the request over from its thread. */
  Exchange(HttpServletRequest request, HttpStats stats) {
    this.stats = stats;
    method = request.getMethod();
    start = stats.now();
    async = request.startAsync();
    // every request has a deadline of ours; the container's would give a second answer
    async.setTimeout(0);
  }

  HttpServletRequest request() {
    return (HttpServletRequest) async.getRequest();
  }

  /** Answers with JSON, and ends. */
  void answer(int status, String json) {
    stats.answered(method, status, start);
    end(() -> Replies.json(response(), status, json));
  }

  /** Sends JSON at once, which blocks while the client does not read; {@link #end} must follow. */
  void send(int status, String json) {
    stats.answered(method, status, start);
    attempt(
        () -> {
          async.addListener(new ClientHasGone());
          Replies.json(response(), status, json);
          response().flushBuffer();
        });
  }

  /** Answers with an error, and ends. */
  void refuse(Refusal refusal) {
    count(refusal);
    end(() -> Replies.refusal(response(), refusal));
  }

  /** Sends an error at once and lets the connection close after it; {@link #end} must follow. */
  void refuseEarly(Refusal refusal) {
    count(refusal);
    attempt(
        () -> {
          response().setHeader("Connection", "close");
          Replies.refusal(response(), refusal);
          response().flushBuffer();
        });
  }

  /** Ends what {@link #send} or {@link #refuseEarly} has answered. */
  void end() {
    end(() -> {});
  }

  /**
   * Ends a request whose answer could not be sent. The container, told of it by the failed write,
   * would else end it while we do, and complain in its log.
   */
  private final class ClientHasGone implements AsyncListener {
    @Override
    public void onError(AsyncEvent event) {
      end();
    }

    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }

  private interface Answer {
    void write() throws IOException;
  }

  private void count(Refusal refusal) {
    stats.refused(refusal.kind());
    stats.answered(method, refusal.status(), start);
  }

  private synchronized void end(Answer answer) {
    if (ended) {
      return;
    }
    ended = true;
    attempt(answer);
    try {
      async.complete();
    } catch (IllegalStateException e) {
      LOG.debug("the container had ended the request already", e);
    }
  }

  private static void attempt(Answer answer) {
    try {
      answer.write();
    } catch (IOException | IllegalStateException e) {
      // the client has gone; it will send the same key again
      LOG.debug("an answer could not be written", e);
    }
  }

  private HttpServletResponse response() {
    return (HttpServletResponse) async.getResponse();
  }
}
