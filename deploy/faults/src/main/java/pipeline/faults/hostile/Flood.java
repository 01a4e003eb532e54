package pipeline.faults.hostile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Sends one request after the other, each on a connection of its own, as fast as the server can.
 * The aim is reached when many were taken, or refused while the broker has no room.
 */
final class Flood extends HostileLoad {
  private static final int THREADS = 2;
  private static final int AIM = 100;
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

  private final int port;
  private final int most;
  private final IntFunction<String> requests;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();

  private Flood(int port, int most, IntFunction<String> requests) {
    this.port = port;
    this.most = most;
    this.requests = requests;
  }

  /**
   * A flood of requests, each made from its number, after which the server closes the connection.
   *
   * @param most how many are sent at most
   */
  static HostileLoad of(int port, int most, IntFunction<String> requests) {
    return new Flood(port, most, requests).start(THREADS);
  }

  @Override
  void work() {
    int number = next.getAndIncrement();
    while (!isClosed() && number < most) {
      try {
        String answer = send(requests.apply(number));
        if (answer.matches("(?s)HTTP/1.1 (200|503) .*") && answered.incrementAndGet() == AIM) {
          reachAim();
        }
      } catch (IOException e) {
        // the server may have been killed: it is asked again soon
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      number = next.getAndIncrement();
    }
  }

  private String send(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(HostileClient.bytes(request));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }
}
