package pipeline.server.tomcat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.exchange.HttpError;
import pipeline.server.exchange.HttpExchange;

/**
 * Writes the body of the errors that Tomcat makes itself, such as 400 for a malformed request line:
 * JSON like every other, and nothing about server or code. Thread-safe.
 */
public final class JsonErrorValve extends ErrorReportValve {
  private static final Logger LOG = LoggerFactory.getLogger(JsonErrorValve.class);

  @Override
  protected void report(Request request, Response response, Throwable failure) {
    int status = response.getStatus();
    boolean unanswered = response.getContentWritten() == 0 && response.setErrorReported();
    if (status < HttpServletResponse.SC_BAD_REQUEST || !unanswered) {
      return;
    }
    if (status == HttpServletResponse.SC_INTERNAL_SERVER_ERROR) {
      // Tomcat logs most causes itself, but not all, such as its time-out of an asynchronous
      // request
      LOG.error("Tomcat answers a {} with 500", request.getMethod(), failure);
    }
    try {
      byte[] body = HttpError.json(text(status)).getBytes(StandardCharsets.UTF_8);
      HttpExchange.head(response, HttpExchange.JSON, body.length);
      // the connection closes here too, as in ClosingListener
      response.setHeader("Connection", "close");
      response.getOutputStream().write(body);
      response.finishResponse();
    } catch (IOException e) {
      LOG.debug("an error could not be reported", e);
    }
  }

  private static String text(int status) {
    return switch (status) {
      case 400 -> "the request is malformed";
      case 404 -> "there is nothing at this path";
      case 405 -> "this method is not allowed here";
      case 417 -> "this expectation is not known here";
      case 500 -> "the server failed; its log says how";
      case 501 -> "this method or encoding is not known here";
      case 505 -> "this version of HTTP is not known here";
      default -> "error " + status;
    };
  }
}
