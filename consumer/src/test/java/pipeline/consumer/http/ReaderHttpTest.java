package pipeline.consumer.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send half a head or read nothing hold up nobody else. */
@Timeout(60)
class ReaderHttpTest {
  /** Longer than any test: what happens did not wait until a client was given up. */
  private static final long ENDLESS_MILLIS = Duration.ofHours(1).toMillis();

  private static final long SHORT_MILLIS = 3_000;
  private static final Duration SOON = Duration.ofSeconds(30);

  /** An answer or event that is larger than the buffers of two sockets. */
  private static final String LARGE = "x".repeat(16 << 20);

  private static final String HALF_SENT = "GET /health HTTP/1.1\r\nHost: local";

  private final List<String> made = new ArrayList<>();
  private final List<Socket> held = new ArrayList<>();

  /** The connections that were sent the large answer. */
  private final List<Channel> answered = new CopyOnWriteArrayList<>();

  private ReaderHttp http;

  @BeforeEach
  void start() throws IOException {
    http = patientFor(ENDLESS_MILLIS);
  }

  /** Starts again, with clients that are given up soon. */
  private void startImpatient() throws IOException {
    http.close();
    http = patientFor(SHORT_MILLIS);
  }

  private ReaderHttp patientFor(long millis) throws IOException {
    return new ReaderHttp(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), millis, this::handle);
  }

  private void handle(HttpRequest request, Channel client) {
    if (request.uri().equals("/error")) {
      throw new OutOfMemoryError("on purpose");
    }
    var head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    if (request.uri().equals("/events")) {
      if (!http.serveEvents(client, head)) {
        var unused = client.close();
      }
      return;
    }
    boolean isLarge = request.uri().equals("/large");
    String text = isLarge ? LARGE : "small";
    if (isLarge) {
      answered.add(client);
    }
    var unused = client.write(head);
    client
        .writeAndFlush(new DefaultLastHttpContent(Unpooled.copiedBuffer(text, UTF_8)))
        .addListener(ChannelFutureListener.CLOSE);
  }

  @AfterEach
  void stop() throws IOException {
    http.close();
    for (Socket socket : held) {
      socket.close();
    }
  }

  private void hold(int number, String text) throws IOException {
    for (int i = 0; i < number; i++) {
      held.add(RawRequests.send(http.port(), text));
    }
  }

  /** Asserts that a request is answered while those before it hold their connections. */
  private void assertAnswers() throws IOException {
    assertThat(RawRequests.answer(http.port(), RawRequests.head("GET /")))
        .startsWith("HTTP/1.1 200 ");
  }

  /** A thousand connections may wait for their heads. */
  @ParameterizedTest
  @CsvSource({
    "200, GET /health HTTP/1.1~Host: local",
    "1100, G",
    "8, GET /large HTTP/1.1~Host: localhost~~",
  })
  void neitherHalfSentHeadsNorAnswersThatNobodyReadsHoldUpOthers(int number, String sent)
      throws Exception {
    hold(number, sent.replace("~", "\r\n"));
    assertAnswers();
  }

  @Test
  void halfSentHeadsAreClosedInTheEnd() throws Exception {
    startImpatient();
    hold(200, HALF_SENT);
    for (Socket socket : held) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void answersThatNobodyReadsAreDropped() throws Exception {
    startImpatient();
    hold(1, RawRequests.head("GET /large"));
    // reading sooner would take the answer, so that nothing has to be dropped
    await().atMost(SOON).until(() -> !answered.isEmpty() && !answered.get(0).isOpen());
    assertThat(isCutShort(held.get(0))).isTrue();
  }

  /**
   * Whether the server has closed the connection before the whole answer; the bytes sent before can
   * still be read.
   *
   * @throws IOException the connection stays open
   */
  private static boolean isCutShort(Socket socket) throws IOException {
    try {
      return socket.getInputStream().readAllBytes().length < LARGE.length();
    } catch (SocketException e) {
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"noise", "GET /", "GET / HTTP/1.1 x", "GET / FTP/1.1", "GET / HTTP/1.1\r\nX: ~"})
  void whatIsNoRequestIsClosed(String line) throws Exception {
    hold(1, line.replace("~", "x".repeat(8_200)) + "\r\n\r\n");
    assertThat(isCutShort(held.get(0))).isTrue();
  }

  @Test
  void anErrorWhileAnsweringCostsOneConnection() throws Exception {
    for (int i = 0; i < 8; i++) {
      assertThat(RawRequests.answer(http.port(), RawRequests.head("GET /error"))).isEmpty();
    }
    assertAnswers();
  }

  private BufferedReader listen() throws IOException {
    hold(1, RawRequests.head("GET /events"));
    return new BufferedReader(
        new InputStreamReader(held.get(held.size() - 1).getInputStream(), UTF_8));
  }

  /** A listener that has taken all it was sent. */
  private BufferedReader listening() throws IOException {
    int before = http.listeners.size();
    BufferedReader reader = listen();
    assertThat(reader.lines().filter(line -> line.equals("retry: 1000")).findFirst()).isPresent();
    await().atMost(SOON).until(() -> http.listeners.size() > before);
    return reader;
  }

  /** Sends an event, when the server has seen that what was read from it is taken. */
  private void send(String text) throws IOException {
    RawRequests.answer(http.port(), RawRequests.head("GET /"));
    http.sendEvent(
        () -> {
          made.add(text);
          return text;
        });
  }

  /** The next event. */
  private static String event(BufferedReader reader) {
    return reader.lines().filter(line -> line.startsWith("data: ")).findFirst().orElse("the end");
  }

  @Test
  void anEventIsMadeOnceForAllWhoHaveTakenTheOneBefore() throws Exception {
    send("0");
    assertThat(made).isEmpty();

    List<BufferedReader> listeners = List.of(listening(), listening());
    send(LARGE);
    send("2");
    assertThat(made).containsExactly(LARGE);
    for (BufferedReader reader : listeners) {
      assertThat(event(reader)).isEqualTo("data: " + LARGE);
    }
    send("3");
    for (BufferedReader reader : listeners) {
      assertThat(event(reader)).isEqualTo("data: 3");
    }
    assertThat(made).containsExactly(LARGE, "3");
  }

  @Test
  void whoDoesNotReadHoldsUpNobody() throws Exception {
    listen();
    BufferedReader other = listening();
    await().atMost(SOON).until(() -> http.listeners.size() == 2);
    send(LARGE);
    assertThat(event(other)).isEqualTo("data: " + LARGE);
    send("more");
    assertThat(event(other)).isEqualTo("data: more");
    assertThat(http.listeners.size()).isEqualTo(2);
  }

  @Test
  void whoDoesNotReadIsDropped() throws Exception {
    startImpatient();
    listen();
    await().atMost(SOON).until(() -> http.listeners.size() == 1);
    send(LARGE);
    assertThat(made).containsExactly(LARGE);
    await().atMost(SOON).until(http.listeners::isEmpty);
  }

  @Test
  void othersAreAnsweredWhileAsManyListenAsMay() throws Exception {
    for (int i = 0; i < ReaderHttp.MAX_LISTENERS; i++) {
      listening();
    }
    assertThat(listen().readLine()).isNull();
    held.get(0).close();
    await().atMost(SOON).until(() -> http.listeners.size() < ReaderHttp.MAX_LISTENERS);
    BufferedReader last = listening();
    send("1");
    assertThat(event(last)).isEqualTo("data: 1");
  }
}
