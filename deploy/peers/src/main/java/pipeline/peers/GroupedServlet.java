package pipeline.peers;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Answers 200 when the line is confirmed, else 500. Tomcat's thread either waits for that itself or
 * leaves the answer to the loop. Thread-safe.
 */
final class GroupedServlet extends HttpServlet {
  private final LineJson json = new LineJson();
  private final GroupingPublisher publisher;
  private final boolean blocking;

  GroupedServlet(GroupingPublisher publisher, boolean blocking) {
    this.publisher = publisher;
    this.blocking = blocking;
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String line = json.read(request.getInputStream());
    if (line == null) {
      response.sendError(HttpServletResponse.SC_BAD_REQUEST);
      return;
    }
    Map<String, Integer> words = LineJson.words(line);
    if (blocking) {
      answer(response, words.size(), await(publisher.publish(words)));
      return;
    }
    AsyncContext later = request.startAsync();
    later.setTimeout(0); // the publisher has a deadline of its own
    Future<?> unused =
        publisher
            .publish(words)
            .thenAccept(confirmed -> answerLater(later, response, words.size(), confirmed));
  }

  private static boolean await(Future<Boolean> confirmed) {
    try {
      return confirmed.get(2L * GroupingPublisher.DEADLINE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    }
  }

  private void answerLater(
      AsyncContext later, HttpServletResponse response, int words, boolean confirmed) {
    try {
      answer(response, words, confirmed);
    } catch (IOException e) {
      log("nobody is there to be answered", e);
    } finally {
      later.complete();
    }
  }

  private static void answer(HttpServletResponse response, int words, boolean confirmed)
      throws IOException {
    if (confirmed) {
      LineJson.answer(response, words);
    } else {
      response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
    }
  }
}
