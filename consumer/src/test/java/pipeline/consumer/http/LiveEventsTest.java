package pipeline.consumer.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  private final LiveEvents events = new LiveEvents();
  private final List<Socket> sockets = new ArrayList<>();
  private final List<String> made = new ArrayList<>();
  private ReaderHttp server;

  @BeforeEach
  void start() throws Exception {
    server =
        new ReaderHttp(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            PATIENCE_MILLIS,
            this::answer);
  }

  private void answer(HttpRequest request, Channel client) {
    var head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    if (request.uri().equals("/nothing") || !events.serve(client, head)) {
      var unused = client.close();
    }
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private BufferedReader listen() throws IOException {
    Socket socket = RawRequests.send(server.port(), RawRequests.head("GET /"));
    sockets.add(socket);
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  /** A listener that has taken all it was sent. */
  private BufferedReader listening() throws IOException {
    BufferedReader reader = listen();
    assertThat(reader.lines().filter(line -> line.equals("retry: 1000")).findFirst()).isPresent();
    return reader;
  }

  /** Sends an event, when the server has seen that what was read from it is taken. */
  private void send(String text) throws IOException {
    RawRequests.answer(server.port(), RawRequests.head("GET /nothing"));
    events.send(
        isWhole -> {
          made.add((isWhole ? "whole " : "next ") + text);
          return made.get(made.size() - 1);
        });
  }

  /** The next event. */
  private static String event(BufferedReader reader) {
    return reader.lines().filter(line -> line.startsWith("data: ")).findFirst().orElse("the end");
  }

  @Test
  void anEventIsMadeOnceForAllWhoListenAndWhoIsNewIsToldAll() throws Exception {
    send("0");
    assertThat(made).isEmpty();

    BufferedReader one = listening();
    BufferedReader two = listening();
    send("1");
    BufferedReader three = listening();
    for (BufferedReader reader : List.of(one, two)) {
      assertThat(event(reader)).isEqualTo("data: whole 1");
    }
    send("2");
    for (BufferedReader reader : List.of(one, two)) {
      assertThat(event(reader)).isEqualTo("data: next 2");
    }
    assertThat(event(three)).isEqualTo("data: whole 2");
    assertThat(made).containsExactlyInAnyOrder("whole 1", "whole 2", "next 2");
  }

  @Test
  void whoHasMissedAnEventIsToldAll() throws Exception {
    BufferedReader reader = listening();
    send("1");
    event(reader);
    send(LARGE);
    send("3");
    assertThat(made).hasSize(2);
    assertThat(event(reader)).isEqualTo("data: next " + LARGE);
    send("4");
    assertThat(event(reader)).isEqualTo("data: whole 4");
  }

  @Test
  void whoDoesNotReadIsDroppedAndHoldsUpNobody() throws Exception {
    listen();
    BufferedReader other = listening();
    await().until(() -> events.listeners() == 2);
    send(LARGE);
    event(other);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              send("more");
              return event(other).endsWith(" more") && events.listeners() == 1;
            });
  }

  @Test
  void anErrorCostsOneEvent() throws Exception {
    BufferedReader reader = listening();
    send("1");
    event(reader);
    RawRequests.answer(server.port(), RawRequests.head("GET /nothing"));
    assertThatThrownBy(
            () ->
                events.send(
                    isWhole -> {
                      throw new StackOverflowError("on purpose");
                    }))
        .isInstanceOf(StackOverflowError.class);
    send("3");
    assertThat(event(reader)).isEqualTo("data: whole 3");
  }

  @Test
  void othersAreAnsweredWhileAsManyListenAsMay() throws Exception {
    for (int i = 0; i < LiveEvents.MAX_LISTENERS; i++) {
      listening();
    }
    assertThat(listen().readLine()).isNull();
    sockets.get(0).close();
    await().until(() -> events.listeners() < LiveEvents.MAX_LISTENERS);
    BufferedReader last = listening();
    send("1");
    assertThat(event(last)).isEqualTo("data: whole 1");
  }
}
