package pipeline.server.tomcat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.servlet.RequestDispatcher;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleListener;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.CoyoteAdapter;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.coyote.ActionCode;

/**
 * Closes connections after requests that Tomcat answers itself: outside every application,
 * malformed, or {@code OPTIONS *}. It would then wait on a request thread for their bodies, and for
 * clients that do not read. Logs why requests are malformed, which Tomcat tells once a day at most.
 * A Tomcat that runs server.war has this class in its own {@code lib}, named in {@code server.xml}.
 */
public final class ClosingListener implements LifecycleListener {
  @Override
  public void lifecycleEvent(LifecycleEvent event) {
    if (event.getType().equals(Lifecycle.AFTER_INIT_EVENT)
        && event.getLifecycle() instanceof Connector connector) {
      connector.getProtocolHandler().setAdapter(new ClosingAdapter(connector));
    }
  }

  /** An adapter that closes connections after such requests. Thread-safe. */
  private static final class ClosingAdapter extends CoyoteAdapter {
    /** The JDK's logger, since a Tomcat outside has no other. */
    private static final Logger LOG = Logger.getLogger(ClosingListener.class.getName());

    private static final String CLOSING = ClosingAdapter.class.getName();

    /**
     * Headers and paths in Tomcat's reasons. They are not logged: a header may hold a secret, and a
     * path a word.
     */
    private static final Pattern HEADER_OR_PATH =
        Pattern.compile("(header line \\[[^:]*:?|request target \\[).*\\]");

    /** The text for requests that Tomcat refuses without an exception. */
    private static final String NO_REASON =
        "Host is missing, given twice or has a bad port, a length is unclear, or the path cannot be"
            + " decoded";

    private static final int LONGEST_HOST = 100;
    private static final long LOG_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The time from which the next line may be logged. */
    private final AtomicLong nextLine = new AtomicLong(System.nanoTime());

    ClosingAdapter(Connector connector) {
      super(connector);
    }

    @Override
    public void service(org.apache.coyote.Request head, org.apache.coyote.Response answer)
        throws Exception {
      super.service(head, answer);
      if (head.getAttribute(CLOSING) != null) {
        if (answer.getStatus() == HttpServletResponse.SC_BAD_REQUEST) {
          logMalformed(head);
        }
        // the request is answered; no more of it is read, not even what a limit of 0 bytes would
        // allow
        answer.action(ActionCode.CLOSE_NOW, null);
      }
    }

    @Override
    protected boolean postParseRequest(
        org.apache.coyote.Request head,
        Request request,
        org.apache.coyote.Response answer,
        Response response)
        throws IOException, ServletException {
      boolean goesOn = super.postParseRequest(head, request, answer, response);
      if (!goesOn || request.getContext() == null || response.isError()) {
        head.setAttribute(CLOSING, true);
      }
      return goesOn;
    }

    /**
     * Logs why a request is malformed, at most one line a second, so that no client can fill the
     * log.
     */
    private void logMalformed(org.apache.coyote.Request head) {
      long now = System.nanoTime();
      long next = nextLine.get();
      if (now - next >= 0 && nextLine.compareAndSet(next, now + LOG_NANOS)) {
        LOG.warning("Tomcat answers 400: " + reason(head) + "; Host: " + host(head));
      }
    }

    private static String reason(org.apache.coyote.Request head) {
      return head.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable failure
              && failure.getMessage() != null
          ? HEADER_OR_PATH.matcher(failure.getMessage()).replaceAll("$1...]")
          : NO_REASON;
    }

    private static String host(org.apache.coyote.Request head) {
      String host = head.getHeader("Host");
      return host == null
          ? "none"
          : host.substring(0, Math.min(host.length(), LONGEST_HOST)).replaceAll("[^ -~]", "?");
    }
  }
}
