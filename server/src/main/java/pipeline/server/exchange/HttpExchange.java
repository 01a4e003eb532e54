package pipeline.server.exchange;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.commons.lang3.function.FailableRunnable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.lifecycle.ErrorLog;

/**
 * An asynchronous request and its answer: the first one given is sent, later ones are ignored. From
 * the constructor on, nothing here throws or blocks.
 *
 * <p>What the connection does not take at once follows when the container says that it takes more,
 * so a client that does not read holds no thread. The container drops a connection that takes
 * nothing for its connection time-out, and this class one that takes an answer too slowly. Tomcat
 * uses the response again for the connection's next request, so nothing here touches it after the
 * end or a failure. Thread-safe; calls nobody's code while it holds its lock but the container's.
 */
public final class HttpExchange {
  public static final String JSON = "application/json";

  /** The time limit of a whole answer, from its first byte. */
  static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final Logger LOG = LoggerFactory.getLogger(HttpExchange.class);

  /** The body of a 500, made before memory may run out. */
  private static final String FAILURE = HttpError.json(HttpError.failure().getMessage());

  /** The bytes given to the container at once, which may have to keep them for a while. */
  private static final int CHUNK = 8 << 10;

  private final AsyncContext async;
  private final HttpServletResponse response;
  private final ServletOutputStream out;
  private final HttpStats stats;
  private final String method;
  private final long start;

  /** Whether an answer was given. Guarded by this, as are the fields that follow. */
  private boolean answered;

  /** Whether the request may end once its answer is sent. */
  private boolean ended;

  private boolean discarding;

  /** The answer; null before there is one. */
  private byte[] body;

  private long bodyStart;
  private int written;
  private boolean flushed;
  private boolean sent;

  /** Whether the container has closed the connection. */
  private boolean failed;

  private boolean completed;

  /** Takes the request over from its thread, which must call this. */
  public HttpExchange(HttpServletRequest request, HttpStats stats) throws IOException {
    this.stats = stats;
    method = request.getMethod();
    start = stats.now();
    async = request.startAsync();
    // Without a time-out (0), Tomcat asks every second whether the application still runs. That
    // check can meet the connection's next request while it begins, and then it takes the
    // application for stopped: the request gets 500, and nothing is logged.
    async.setTimeout(Long.MAX_VALUE);
    ContainerEvents events = new ContainerEvents();
    async.addListener(events);
    response = (HttpServletResponse) async.getResponse();
    out = response.getOutputStream();
    // from here on writes do not block; the container calls onWritePossible on the thread that sets
    // the listener, and takes nothing before, so the thread that answers must not set it
    out.setWriteListener(events);
  }

  public HttpServletRequest request() {
    return (HttpServletRequest) async.getRequest();
  }

  /** Sets what goes before the body of every answer, after its status. */
  public static void head(HttpServletResponse response, String type, int length) {
    if (response.getStatus() == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
      response.setHeader("Retry-After", "1");
    }
    response.setContentType(type);
    response.setContentLength(length);
  }

  /** Answers with JSON, and ends. */
  public void answer(int status, String json) {
    answer(status, JSON, json);
  }

  public synchronized void answer(int status, String type, String text) {
    send(status, type, text);
    end();
  }

  /** Answers with an error, and ends. */
  public synchronized void refuse(HttpError error) {
    sendError(error);
    end();
  }

  /** Does work that is to answer; if it throws, the answer is that error, or a 500. */
  public void handle(FailableRunnable<HttpError> work) {
    try {
      work.run();
    } catch (HttpError refusal) {
      refuse(refusal);
    } catch (Throwable e) {
      fail(e);
    }
  }

  /** Logs a failure, errors included, and answers with 500: it ends one request, not the server. */
  public void fail(Throwable failure) {
    ErrorLog.report(LOG, "a request could not be handled", failure);
    refuse(HttpError.failure());
  }

  /** Answers; {@link #end} must follow. */
  public synchronized void send(int status, String type, String text) {
    if (!answered) {
      answered = true;
      stats.answered(method, status, start);
      begin(status, type, text);
    }
  }

  /** Answers with an error; {@link #end} must follow. */
  public synchronized void sendError(HttpError error) {
    if (!answered) {
      stats.refused(error.code());
      error.headers().forEach(this::header);
      send(error.status(), JSON, HttpError.json(error.getMessage()));
    }
  }

  /** Ends an answered request; its last bytes may still be on their way to the client. */
  public synchronized void end() {
    ended = true;
    endIfSent();
  }

  /**
   * Notes that the rest of the body is read and thrown away: the request lasts until {@link
   * #discarded}, and then the connection closes. To be called before the answer.
   */
  synchronized void discarding() {
    discarding = true;
    header("Connection", "close");
  }

  /** Notes that the whole body has been read. */
  synchronized void discarded() {
    discarding = false;
    endIfSent();
  }

  private void header(String name, String value) {
    if (isOurs()) {
      response.setHeader(name, value);
    }
  }

  /** Begins to write an answer, in place of one whose beginning has thrown. */
  private void begin(int status, String type, String text) {
    try {
      if (isOurs()) {
        // the status comes first: if memory runs out after it, the answer must not be a 200
        response.setStatus(status);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        head(response, type, bytes.length);
        bodyStart = stats.now();
        body = bytes;
        proceed();
      }
    } catch (IOException e) {
      // the client has gone; it will send the same key again
      LOG.debug("an answer could not be written", e);
      close();
    } catch (Throwable e) {
      LOG.error("an answer could not be written", e);
      if (FAILURE.equals(text)) {
        close();
      } else {
        begin(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, JSON, FAILURE);
      }
    }
  }

  private void proceed() throws IOException {
    while (!sent && out.isReady()) {
      if (written < body.length) {
        int length = Math.min(CHUNK, body.length - written);
        out.write(body, written, length);
        written += length;
      } else if (!flushed) {
        flushed = true;
        out.flush();
      } else {
        // ready after a flush: nothing is left for the container to send, so the end cannot block
        sent = true;
      }
    }
    endIfSent();
  }

  private void endIfSent() {
    if (sent && ended && !discarding && isOurs()) {
      close();
    }
  }

  /** Ends the request as it is. */
  private synchronized void close() {
    try {
      if (!completed) {
        completed = true;
        async.complete();
      }
    } catch (IllegalStateException e) {
      LOG.debug("the container had ended the request already", e);
    }
  }

  /** Whether the response is not the container's again. */
  private boolean isOurs() {
    return !failed && !completed;
  }

  /** The container's calls: that more can be written, and that it ends the request itself. */
  private final class ContainerEvents implements WriteListener, AsyncListener {

    /**
     * @throws IOException to make the container close a connection that takes an answer too slowly
     */
    @Override
    public void onWritePossible() throws IOException {
      synchronized (HttpExchange.this) {
        if (body != null && isOurs()) {
          if (stats.now() - bodyStart > LIMIT_NANOS) {
            throw new IOException("the client reads its answer too slowly");
          }
          proceed();
        }
      }
    }

    /** Notes that the container has closed the connection; it tells the other onError then. */
    @Override
    public void onError(Throwable failure) {
      LOG.debug("an answer could not be written", failure);
      synchronized (HttpExchange.this) {
        failed = true;
      }
    }

    /** Ends the request, as the container would, but without a complaint in its log. */
    @Override
    public void onError(AsyncEvent event) {
      close();
    }

    /** Answers 503 when the connector stops, which would answer 500. */
    @Override
    public void onTimeout(AsyncEvent event) {
      LOG.warn("the container ends a request that has no answer yet");
      refuse(new HttpError(ErrorCode.STOPPING, "the server is stopping"));
      close();
    }

    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
