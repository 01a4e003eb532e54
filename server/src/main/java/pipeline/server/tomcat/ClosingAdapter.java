package pipeline.server.tomcat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.CoyoteAdapter;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Request;
import org.apache.coyote.Response;

/**
 * Ends the connections of requests that no servlet of ours gets: for a path outside the context, a
 * malformed path, {@code OPTIONS *}. Tomcat answers them itself, and would then wait for their
 * bodies, and for who does not read, on a request thread. All of our servlets are asynchronous,
 * which tells the two apart. Thread-safe.
 */
final class ClosingAdapter extends CoyoteAdapter {

  ClosingAdapter(Connector connector) {
    super(connector);
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    super.service(request, response);
    AtomicBoolean ours = new AtomicBoolean();
    request.action(ActionCode.ASYNC_IS_ASYNC, ours);
    if (!ours.get()) {
      // the answer is written; more is not read, not even what the limit of 0 bytes would allow
      response.action(ActionCode.CLOSE_NOW, null);
    }
  }
}
