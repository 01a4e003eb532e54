package pipeline.consumer.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Listeners on real sockets, some of which do not read. */
@Timeout(60)
class LiveEventsTest {
  /** More than the buffers of two sockets hold. */
  private static final String LARGE = "x".repeat(16 << 20);

  /** Long enough for who does read them, however busy the machine. */
  private static final long PATIENCE_MILLIS = 5_000;

  private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final AtomicInteger audiences = new AtomicInteger();
  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger served = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile String more = "";
  private LiveEvents events;
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    events =
        new LiveEvents(
            () -> {
              audiences.incrementAndGet();
              return () -> made.incrementAndGet() + " " + more;
            },
            20,
            PATIENCE_MILLIS);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          events.serve(exchange);
          served.incrementAndGet();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    events.close();
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void anEventIsMadeOnceForAllWhoListen() throws Exception {
    try (Socket one = listen();
        Socket two = listen()) {
      BufferedReader first = reader(one);
      BufferedReader second = reader(two);
      int number = Math.max(number(first), number(second)) + 20;
      numberFrom(number, first);
      numberFrom(number, second);

      assertThat(audiences).hasValue(1);
      assertThat(made.get()).isLessThan(number + 20);
    }
  }

  @Test
  void nothingIsMadeWhileNobodyListens() throws Exception {
    await().during(Duration.ofMillis(200)).until(() -> made.get() == 0);
    try (Socket one = listen()) {
      number(reader(one));
    }
    await().until(() -> served.get() == 1);
    int before = made.get();
    await().during(Duration.ofMillis(200)).until(() -> made.get() <= before + 1);
    try (Socket two = listen()) {
      number(reader(two));
    }
    assertThat(audiences).hasValue(2);
  }

  @Test
  void whoDoesNotReadIsDroppedAndHoldsUpNobody() throws Exception {
    more = LARGE;
    try (Socket stuck = listen();
        Socket other = listen()) {
      BufferedReader reader = reader(other);
      int events = 0;
      long begin = System.nanoTime();
      while (served.get() == 0 && System.nanoTime() - begin < SOON_NANOS) {
        number(reader);
        events++;
      }
      assertThat(served).hasValue(1);
      assertThat(events).isGreaterThan(1);
      more = "";
      int next = number(reader);
      assertThat(number(reader)).isGreaterThan(next);
      assertThat(served).hasValue(1);
      assertThat(stuck.isConnected()).isTrue();
    }
  }

  @Test
  void aCloseEndsThoseWhoListen() throws Exception {
    try (Socket one = listen()) {
      BufferedReader reader = reader(one);
      number(reader);

      events.close();

      await().until(() -> served.get() == 1);
    }
  }

  private Socket listen() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort());
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
    return socket;
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  private static void numberFrom(int least, BufferedReader reader) throws IOException {
    while (number(reader) < least) {
      // one that is missed was made all the same
    }
  }

  /** The number of the next event. */
  private static int number(BufferedReader reader) throws IOException {
    String line = "";
    while (!line.startsWith("data: ")) {
      line = reader.readLine();
      assertThat(line).as("the listener was dropped").isNotNull();
    }
    return Integer.parseInt(line.split(" ", 3)[1]);
  }
}
