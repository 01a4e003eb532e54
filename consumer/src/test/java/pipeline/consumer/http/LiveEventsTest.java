package pipeline.consumer.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Listeners on real sockets, some of which do not read. */
@Timeout(60)
class LiveEventsTest {
  /** An event that is larger than the buffers of two sockets. */
  private static final String LARGE = "x".repeat(16 << 20);

  /** The time that a listener which reads needs at most, even on a busy machine. */
  private static final long PATIENCE_MILLIS = 5_000;

  private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final AtomicInteger sampled = new AtomicInteger();
  private final AtomicInteger made = new AtomicInteger();

  /** The events that were made, without more. */
  private final Set<String> different = ConcurrentHashMap.newKeySet();

  /** How many events were made that had been made before. */
  private final AtomicInteger repeated = new AtomicInteger();

  private volatile String more = "";
  private final AtomicInteger failures = new AtomicInteger();
  private volatile boolean failing;
  private LiveEvents events;
  private ReaderHttp server;

  @BeforeEach
  void start() throws Exception {
    events = new LiveEvents(new Numbers(), 20);
    server =
        new ReaderHttp(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            1,
            PATIENCE_MILLIS,
            (request, connection) -> events.serve(connection));
  }

  /** Events with the number of the sample, then whether they are whole, then more. */
  private final class Numbers implements LiveEvents.Source {
    @Override
    public void sample() {
      sampled.incrementAndGet();
    }

    @Override
    public String event(boolean isWhole) {
      if (failing) {
        failures.incrementAndGet();
        throw new StackOverflowError("on purpose");
      }
      made.incrementAndGet();
      String event = sampled.get() + (isWhole ? " whole " : " next ");
      if (!different.add(event)) {
        repeated.incrementAndGet();
      }
      return event + more;
    }
  }

  @AfterEach
  void stop() {
    events.close();
    server.close();
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

      assertThat(repeated).hasValue(0);
    }
  }

  @Test
  void eventsWithoutAListenerAreSampledButNotMade() throws Exception {
    await().until(() -> sampled.get() > 5);
    assertThat(made).hasValue(0);
    try (Socket one = listen()) {
      number(reader(one));
    }
  }

  @Test
  void whoIsNewOrHasMissedAnEventIsToldAll() throws Exception {
    try (Socket one = listen()) {
      BufferedReader reader = reader(one);
      String[] event = event(reader);
      assertThat(event[2]).isEqualTo("whole");
      // whoever takes one event later than the next is due is told all again
      for (int i = 0; i < 100 && event[2].equals("whole"); i++) {
        event = event(reader);
      }
      assertThat(event[2]).isEqualTo("next");

      more = LARGE;
      int before = sampled.get();
      await().until(() -> sampled.get() > before + 5);
      more = "";
      int last = 0;
      while (event[2].equals("next")) {
        last = Integer.parseInt(event[1]);
        event = event(reader);
      }
      assertThat(Integer.parseInt(event[1])).isGreaterThan(last + 1);
    }
  }

  @Test
  void whoDoesNotReadIsDroppedAndHoldsUpNobody() throws Exception {
    more = LARGE;
    try (Socket stuck = listen();
        Socket other = listen()) {
      await().until(() -> events.listeners() == 2);
      BufferedReader reader = reader(other);
      int taken = 0;
      long begin = System.nanoTime();
      while (events.listeners() == 2 && System.nanoTime() - begin < SOON_NANOS) {
        number(reader);
        taken++;
      }
      assertThat(events.listeners()).isEqualTo(1);
      assertThat(taken).isGreaterThan(1);
      more = "";
      int next = number(reader);
      assertThat(number(reader)).isGreaterThan(next);
      assertThat(events.listeners()).isEqualTo(1);
      assertThat(stuck.isConnected()).isTrue();
    }
  }

  @Test
  void anErrorCostsOneEvent() throws Exception {
    try (Socket one = listen()) {
      BufferedReader reader = reader(one);
      number(reader);
      failing = true;
      await().until(() -> failures.get() > 1);
      failing = false;
      number(reader);
      number(reader);
    }
  }

  @Test
  void othersAreAnsweredWhileAsManyListenAsMay() throws Exception {
    List<Socket> listening = new ArrayList<>();
    for (int i = 0; i < LiveEvents.MAX_LISTENERS; i++) {
      listening.add(listen());
      number(reader(listening.get(i)));
    }
    try (Socket refused = listen()) {
      await().until(() -> events.listeners() == LiveEvents.MAX_LISTENERS);
      refused.setSoTimeout(300);
      assertThatThrownBy(() -> refused.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
    }
    listening.remove(0).close();
    await().until(() -> events.listeners() < LiveEvents.MAX_LISTENERS);
    listening.add(listen());
    number(reader(listening.get(listening.size() - 1)));
    for (Socket socket : listening) {
      socket.close();
    }
  }

  @Test
  void aCloseEndsThoseWhoListenAndAllThreads() throws Exception {
    try (Socket one = listen()) {
      number(reader(one));
      long begin = System.nanoTime();

      events.close();
      server.close();

      // a close that waited for a listener would take its limit of 5 s
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
      await().until(() -> liveThreads().isEmpty());
    }
  }

  private static List<String> liveThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("counts-http") || name.equals("live-events"))
        .toList();
  }

  private Socket listen() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
    return socket;
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  private static void numberFrom(int least, BufferedReader reader) throws IOException {
    while (number(reader) < least) {
      // events that the listener missed were made all the same
    }
  }

  /** The number of the next event. */
  private static int number(BufferedReader reader) throws IOException {
    return Integer.parseInt(event(reader)[1]);
  }

  private static String[] event(BufferedReader reader) throws IOException {
    String line = "";
    while (!line.startsWith("data: ")) {
      line = reader.readLine();
      assertThat(line).as("the listener was dropped").isNotNull();
    }
    return line.split(" ", 4);
  }
}
