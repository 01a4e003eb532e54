package pipeline.server.tomcat;

import java.io.IOException;
import javax.servlet.ServletException;
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
 * clients that do not read. A Tomcat that runs server.war has this class in its own {@code lib},
 * named in {@code server.xml}.
 */
public final class ClosingListener implements LifecycleListener {
  @Override
  public void lifecycleEvent(LifecycleEvent event) {
    if (event.getType().equals(Lifecycle.AFTER_INIT_EVENT)
        && event.getLifecycle() instanceof Connector connector) {
      connector.getProtocolHandler().setAdapter(new ClosingAdapter(connector));
    }
  }

  /** Thread-safe. */
  private static final class ClosingAdapter extends CoyoteAdapter {
    private static final String CLOSING = ClosingAdapter.class.getName();

    ClosingAdapter(Connector connector) {
      super(connector);
    }

    @Override
    public void service(org.apache.coyote.Request head, org.apache.coyote.Response answer)
        throws Exception {
      super.service(head, answer);
      if (head.getAttribute(CLOSING) != null) {
        // it is answered; more is not read, not even what a limit of 0 bytes would allow
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
  }
}
