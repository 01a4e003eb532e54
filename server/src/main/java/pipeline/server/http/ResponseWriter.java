package pipeline.server.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.servlet.AsyncContext;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the answer to one asynchronous request and then ends the request, without ever blocking:
 * what the connection does not take at once follows when the container says that it takes more, so
 * a client that does not read holds no thread. The container drops a connection that takes nothing
 * for its connection time-out, and this class one that takes an answer too slowly.
 *
 * <p>Tomcat uses the response again for the connection's next request, so nothing here touches it
 * after the end or a failure. Thread-safe; calls nobody's code while it holds its lock but the
 * container's.
 */
public final class ResponseWriter implements WriteListener {
  public static final String JSON = "application/json";

  /** The time limit of a whole answer, from its first byte. */
  static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final Logger LOG = LoggerFactory.getLogger(ResponseWriter.class);
  private static final String RETRY_AFTER_SECONDS = "1";

  /**
   * The bytes that are given to the container at once, which it may have to keep until the
   * connection takes them.
   */
  private static final int CHUNK = 8 << 10;

  private final AsyncContext async;
  private final HttpServletResponse response;
  private final ServletOutputStream out;
  private final LongSupplier nanoClock;

  /** The answer; null before there is one. Guarded by this, as are the fields that follow. */
  private byte[] body;

  private long start;
  private int written;
  private boolean flushed;
  private boolean sent;
  private boolean endAllowed;
  private boolean failed;
  private boolean completed;

  /**
   * Makes a writer for a request that has become asynchronous; to be called by the thread that
   * handles it.
   */
  ResponseWriter(AsyncContext async, LongSupplier nanoClock) throws IOException {
    this.async = async;
    this.nanoClock = nanoClock;
    response = (HttpServletResponse) async.getResponse();
    out = response.getOutputStream();
  }

  /**
   * Makes the output non-blocking. The container calls {@link #onWritePossible} once soon, and
   * until then takes nothing. It makes the call on the thread that sets the listener, so the one
   * that answers, the broker connection's, must not.
   */
  void start() {
    out.setWriteListener(this);
  }

  /** The body of an answer that is a text for people. */
  public static String message(String text) {
    return "{\"message\":\""
        + new String(JsonStringEncoder.getInstance().quoteAsString(text))
        + "\"}";
  }

  /** Sets what goes before the body of every answer. */
  public static void head(HttpServletResponse response, String type, int length) {
    if (response.getStatus() == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
      response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
    }
    response.setContentType(type);
    response.setContentLength(length);
  }

  /** Sets a header of the answer that is to be written. */
  synchronized void header(String name, String value) {
    if (isOurs()) {
      response.setHeader(name, value);
    }
  }

  /** Writes the answer, or begins to. To be called once, or again if it has thrown. */
  synchronized void write(int status, String type, String text) {
    if (isOurs()) {
      // the status comes first: if memory runs out after it, the answer must not be a 200
      response.setStatus(status);
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      head(response, type, bytes.length);
      start = nanoClock.getAsLong();
      body = bytes;
      try {
        proceed();
      } catch (IOException e) {
        // the client has gone; it will send the same key again
        LOG.debug("an answer could not be written", e);
        close();
      }
    }
  }

  /** Ends the request as soon as its answer is written. */
  synchronized void end() {
    endAllowed = true;
    endIfSent();
  }

  /** Ends the request as it is. */
  synchronized void close() {
    if (!completed) {
      completed = true;
      try {
        async.complete();
      } catch (IllegalStateException e) {
        LOG.debug("the container had ended the request already", e);
      }
    }
  }

  /**
   * @throws IOException to make the container close a connection that takes an answer too slowly
   */
  @Override
  public synchronized void onWritePossible() throws IOException {
    if (body != null && isOurs()) {
      if (nanoClock.getAsLong() - start > LIMIT_NANOS) {
        throw new IOException("the client reads its answer too slowly");
      }
      proceed();
    }
  }

  /** Notes that the container has closed the connection; it will tell the request's listener. */
  @Override
  public synchronized void onError(Throwable failure) {
    LOG.debug("an answer could not be written", failure);
    failed = true;
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
    if (sent && endAllowed && isOurs()) {
      close();
    }
  }

  private boolean isOurs() {
    return !failed && !completed;
  }
}
