package pipeline.server.http;

import java.net.URISyntaxException;
import java.util.Collections;
import java.util.Locale;
import javax.servlet.http.HttpServletRequest;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;
import pipeline.wire.query.RequestPath;

/** Checks the head of a request, which can be refused before the body is read. */
final class RequestHead {
  private RequestHead() {}

  /**
   * Refuses a POST that a browser sends for a page of another site. Its text needs no permission of
   * this server (no preflight), so such a page could count words here from its reader's network.
   * Other programs send no such header.
   */
  static void checkSite(HttpServletRequest request) throws HttpError {
    String sites = Collections.list(request.getHeaders("Sec-Fetch-Site")).toString();
    if (sites.toLowerCase(Locale.ROOT).contains("cross-site")) {
      throw new HttpError(
          ErrorCode.CROSS_SITE,
          "a page of another site may not post here (Sec-Fetch-Site: cross-site)");
    }
  }

  /**
   * The path below the context, decoded, without a slash at its end. The path of a GET is read as
   * it was sent, since the container merges double slashes, and a word may have them.
   */
  static String path(HttpServletRequest request) throws HttpError {
    if (request.getMethod().equals("GET")) {
      String sent = request.getRequestURI().substring(request.getContextPath().length());
      try {
        return RequestPath.decoded(sent);
      } catch (URISyntaxException e) {
        throw new HttpError(ErrorCode.INVALID, "the path is malformed");
      }
    }
    String below = request.getPathInfo();
    return RequestPath.withoutSlash(request.getServletPath() + (below == null ? "" : below));
  }
}
