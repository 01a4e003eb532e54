package pipeline.server.http;

import java.io.IOException;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An asynchronous request and its answer: the first one given is sent, later ones are ignored. From
 * the constructor on, nothing here throws or blocks. Thread-safe.
 */
final class HttpExchange {
  private static final Logger LOG = LoggerFactory.getLogger(HttpExchange.class);

  private final AsyncContext async;
  private final ResponseWriter writer;
  private final HttpStats stats;
  private final String method;
  private final long start;

  /** Whether an answer was given. Guarded by this, as are the fields that follow. */
  private boolean answered;

  private boolean ended;
  private boolean discarding;

  /** Takes the request over from its thread. */
  HttpExchange(HttpServletRequest request, HttpStats stats) throws IOException {
    this.stats = stats;
    method = request.getMethod();
    start = stats.now();
    async = request.startAsync();
    // Every request has a deadline of ours. Without one of its own (0), Tomcat asks every second
    // whether the application still runs. That check can meet the connection's next request while
    // it begins, and then it takes the application for stopped: the request gets 500, and nothing
    // is logged.
    async.setTimeout(Long.MAX_VALUE);
    async.addListener(new ContainerEvents());
    writer = new ResponseWriter(async, stats::now);
    writer.start();
  }

  HttpServletRequest request() {
    return (HttpServletRequest) async.getRequest();
  }

  /** Answers with JSON, and ends. */
  void answer(int status, String json) {
    answer(status, ResponseWriter.JSON, json);
  }

  synchronized void answer(int status, String type, String text) {
    send(status, type, text);
    end();
  }

  /** Answers with an error, and ends. */
  synchronized void refuse(HttpError error) {
    sendError(error);
    end();
  }

  /** Answers with JSON; {@link #end} must follow. */
  void send(int status, String json) {
    send(status, ResponseWriter.JSON, json);
  }

  private synchronized void send(int status, String type, String text) {
    if (isFirst()) {
      stats.answered(method, status, start);
      write(status, type, text);
    }
  }

  /** Answers with an error; {@link #end} must follow. */
  synchronized void sendError(HttpError error) {
    if (isFirst()) {
      stats.refused(error.code());
      stats.answered(method, error.status(), start);
      if (!error.header().isEmpty()) {
        writer.header(error.header(), error.value());
      }
      write(error.status(), ResponseWriter.JSON, ResponseWriter.message(error.getMessage()));
    }
  }

  /**
   * Ends a request that has been answered; the last bytes may still be on their way to the client.
   */
  synchronized void end() {
    ended = true;
    endIfDiscarded();
  }

  /**
   * Notes that the rest of the body is read and thrown away: the request lasts until {@link
   * #discarded}, and then the connection closes. To be called before the answer.
   */
  synchronized void discarding() {
    discarding = true;
    writer.header("Connection", "close");
  }

  /** Notes that the whole body has been read. */
  synchronized void discarded() {
    discarding = false;
    endIfDiscarded();
  }

  private void endIfDiscarded() {
    if (ended && !discarding) {
      writer.end();
    }
  }

  private boolean isFirst() {
    boolean first = !answered;
    answered = true;
    return first;
  }

  private void write(int status, String type, String text) {
    try {
      writer.write(status, type, text);
    } catch (Throwable e) {
      LOG.error("an answer could not be written", e);
      writeFailure();
    }
  }

  private void writeFailure() {
    try {
      HttpError failure = HttpError.failure();
      writer.write(
          failure.status(), ResponseWriter.JSON, ResponseWriter.message(failure.getMessage()));
    } catch (Throwable e) {
      LOG.debug("nor could the failure", e);
      writer.close();
    }
  }

  /** Events by which the container ends a request of its own accord. */
  private final class ContainerEvents implements AsyncListener {

    /**
     * Ends a request whose answer could not be written, or whose body could not be read; its
     * connection is closed. The container would end it as well, but complain in its log.
     */
    @Override
    public void onError(AsyncEvent event) {
      writer.close();
    }

    /** Answers 503 when the connector stops, which would answer 500. */
    @Override
    public void onTimeout(AsyncEvent event) {
      LOG.warn("the container ends a request that has no answer yet");
      refuse(new HttpError(ErrorCode.STOPPING, "the server is stopping"));
      writer.close();
    }

    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
