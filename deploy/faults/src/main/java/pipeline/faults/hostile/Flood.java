package pipeline.faults.hostile;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Sends one POST after the other, each on a connection of its own, as fast as the server can. The
 * aim is reached when many were taken, or refused while the broker has no room.
 */
final class Flood extends HostileLoad {
  private static final int THREADS = 2;
  private static final int AIM = 100;
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

  /**
   * One request.
   *
   * @param key of its first line
   */
  record Post(String key, String type, String body) {

    /**
     * A single line.
     *
     * @param key RUN-SEQ
     * @param text needs no escaping
     */
    static Post line(String key, String text) {
      return new Post(key, "application/json", "{\"message\":\"" + text + "\"}");
    }

    /** Lines that each end with a newline. */
    static Post lines(String run, int first, String lines) {
      return new Post(run + "-" + first, "text/plain", lines);
    }
  }

  private final URI url;
  private final IntFunction<Post> posts;
  private final int most;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();

  private Flood(int port, int most, IntFunction<Post> posts) {
    url = URI.create("http://127.0.0.1:" + port + "/server/textbody/wordcount");
    this.most = most;
    this.posts = posts;
  }

  /**
   * A flood of requests, each made from its number.
   *
   * @param most how many are sent at most
   */
  static HostileLoad of(int port, int most, IntFunction<Post> posts) {
    return new Flood(port, most, posts).start(THREADS);
  }

  @Override
  void work() {
    int number = next.getAndIncrement();
    while (!isClosed() && number < most) {
      try {
        int status = send(posts.apply(number));
        boolean counts = status == 200 || status == 503;
        if (counts && answered.incrementAndGet() == AIM) {
          reachAim();
        }
      } catch (IOException e) {
        // the server may have been killed: it is asked again soon
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      number = next.getAndIncrement();
    }
  }

  private int send(Post post) throws IOException {
    byte[] body = HostileClient.bytes(post.body());
    HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(body.length);
    connection.setRequestProperty("Connection", "close");
    connection.setRequestProperty("Content-Type", post.type());
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
