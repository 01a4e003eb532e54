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
 * An asynchronous request and its answer: the first one given is sent, later ones are ignored.
 * Nothing here throws, and but for {@link #send} and {@link #refuseEarly} nothing blocks: an answer
 * goes into Tomcat's buffer, and whoever handles the ended request sends it, a thread for requests
 * or a lane. Thread-safe.
 */
final class Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  private final AsyncContext async;
  private final HttpStats stats;
  private final String method;
  private final long start;

  /** Guarded by this, as is the next. */
  private boolean answered;

  private boolean ended;

  /** Takes the request over from its thread. */
  Exchange(HttpServletRequest request, HttpStats stats) {
    this.stats = stats;
    method = request.getMethod();
    start = stats.now();
    async = request.startAsync();
    // Every request has a deadline of ours. Without one of its own (0), Tomcat asks every second
    // whether the application still runs. That look can meet the connection's next request while it
    // begins, and takes the application for stopped: the request gets 500, and nothing is logged.
    async.setTimeout(Long.MAX_VALUE);
    async.addListener(new ContainerEvents());
  }

  HttpServletRequest request() {
    return (HttpServletRequest) async.getRequest();
  }

  /** Answers with JSON, and ends. */
  synchronized void answer(int status, String json) {
    if (isFirst()) {
      stats.answered(method, status, start);
      attempt(() -> Replies.json(response(), status, json));
    }
    end();
  }

  /** Sends JSON at once, which blocks while the client does not read; {@link #end} must follow. */
  void send(int status, String json) {
    if (isFirst()) {
      stats.answered(method, status, start);
      attempt(
          () -> {
            Replies.json(response(), status, json);
            response().flushBuffer();
          });
    }
  }

  /** Answers with an error, and ends. */
  synchronized void refuse(Refusal refusal) {
    if (isFirst()) {
      count(refusal);
      attempt(() -> Replies.refusal(response(), refusal));
    }
    end();
  }

  /** Sends an error at once and lets the connection close after it; {@link #end} must follow. */
  void refuseEarly(Refusal refusal) {
    if (isFirst()) {
      count(refusal);
      attempt(
          () -> {
            response().setHeader("Connection", "close");
            Replies.refusal(response(), refusal);
            response().flushBuffer();
          });
    }
  }

  /** Ends what {@link #send} or {@link #refuseEarly} has answered. */
  synchronized void end() {
    if (ended) {
      return;
    }
    ended = true;
    try {
      async.complete();
    } catch (IllegalStateException e) {
      LOG.debug("the container had ended the request already", e);
    }
  }

  /** What the container does of its own accord with a request that has not ended. */
  private final class ContainerEvents implements AsyncListener {

    /**
     * The answer could not be sent, or the body not be read. The container, told of it by the
     * failed write or read, would else end the request while we do, and complain in its log.
     */
    @Override
    public void onError(AsyncEvent event) {
      end();
    }

    /** The connector stops, and would answer 500. */
    @Override
    public void onTimeout(AsyncEvent event) {
      LOG.warn("the container ends a request that has no answer yet");
      refuse(new Refusal(RefusalKind.STOPPING, "the server is stopping"));
    }

    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }

  private interface Answer {
    void write() throws IOException;
  }

  private synchronized boolean isFirst() {
    boolean first = !answered;
    answered = true;
    return first;
  }

  private void count(Refusal refusal) {
    stats.refused(refusal.kind());
    stats.answered(method, refusal.status(), start);
  }

  private void attempt(Answer answer) {
    try {
      answer.write();
    } catch (IOException | IllegalStateException e) {
      // the client has gone; it will send the same key again
      LOG.debug("an answer could not be written", e);
    } catch (Throwable e) {
      LOG.error("an answer could not be written", e);
      answerFailure();
    }
  }

  /** Status first: a refusal that there is too little memory to write must not end as a 200. */
  private void answerFailure() {
    try {
      Refusal failure = Refusal.failure();
      response().reset();
      response().setStatus(failure.status());
      Replies.refusal(response(), failure);
    } catch (IOException | IllegalStateException e) {
      LOG.debug("nor could the failure, since something has been sent already", e);
    }
  }

  private HttpServletResponse response() {
    return (HttpServletResponse) async.getResponse();
  }
}
