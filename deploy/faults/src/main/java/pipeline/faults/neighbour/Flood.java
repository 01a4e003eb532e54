package pipeline.faults.neighbour;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/** Posts one line after the other, each on a connection of its own, as fast as the server can. */
final class Flood extends Visit {
  private static final int THREADS = 2;
  private static final int MAX_POSTS = 20_000;
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

  /**
   * One line and its identity.
   *
   * @param key RUN-SEQ
   * @param line needs no escaping
   */
  record Post(String key, String line) {}

  private final URI url;
  private final IntFunction<Post> posts;
  private final AtomicInteger next = new AtomicInteger();

  private Flood(int port, IntFunction<Post> posts) {
    url = URI.create("http://127.0.0.1:" + port + "/server/textbody/wordcount");
    this.posts = posts;
  }

  static Visit of(int port, IntFunction<Post> posts) {
    return new Flood(port, posts).start(THREADS);
  }

  @Override
  void work() {
    int number = next.getAndIncrement();
    while (!isClosed() && number < MAX_POSTS) {
      try {
        int status = send(posts.apply(number));
        if (status == 429 || status == 503) {
          refused();
        }
      } catch (IOException e) {
        // the server may have been killed: it is asked again soon
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      number = next.getAndIncrement();
    }
  }

  private int send(Post post) throws IOException {
    byte[] body = Neighbour.bytes("{\"message\":\"" + post.line() + "\"}");
    HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(body.length);
    connection.setRequestProperty("Connection", "close");
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setRequestProperty("Idempotency-Key", post.key());
    try (OutputStream out = connection.getOutputStream()) {
      out.write(body);
    }
    int status = connection.getResponseCode();
    try (InputStream answer =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      if (answer != null) {
        answer.readAllBytes();
      }
    }
    return status;
  }
}
