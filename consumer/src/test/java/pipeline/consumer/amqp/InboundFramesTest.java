package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.impl.AMQImpl;
import com.rabbitmq.client.impl.Frame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.wire.codec.BatchDecoder;

/** What amqp-client cannot read, or the heap cannot hold, reaches it as something that it can. */
@Timeout(30)
class InboundFramesTest {
  private static final int LIMIT = 1_000;

  private final ScriptedSocket socket = new ScriptedSocket();
  private final UnackedBytes unacked = new UnackedBytes(LIMIT, new Health(System::nanoTime));
  private final InboundFrames frames = new InboundFrames(socket.handler(), unacked.lease());
  private final Thread reader = new Thread(this::readOn, "reader");

  private void readOn() {
    try {
      while (frames.ended().getCount() > 0) {
        frames.readFrame();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    frames.close();
    reader.join();
  }

  /** Message properties with tables within tables, of which amqp-client writes any number. */
  static BasicProperties nested(int depth) {
    Map<String, Object> table = Map.of("deepest", 1);
    for (int i = 0; i < depth; i++) {
      table = Map.of("t", table);
    }
    return new BasicProperties.Builder().contentType("application/json").headers(table).build();
  }

  /** The properties in the header that the library is given next. */
  private BasicProperties readHeader() throws IOException {
    return (BasicProperties)
        AMQImpl.readContentHeaderFrom(wired(frames.readFrame()).getInputStream());
  }

  /** A frame as it is read from a socket. */
  private static Frame wired(Frame written) {
    return new Frame(written.getType(), written.getChannel(), written.getPayload());
  }

  @Test
  void propertiesThatTheLibraryReadsAreLeftAsTheyAre() throws Exception {
    Frame sent = wired(nested(5).toFrame(3, 77));
    socket.header(sent);
    assertThat(frames.readFrame()).isSameAs(sent);
  }

  @Test
  void aBodyBeyondTheLimitOfOursComesAsOneFrame() throws Exception {
    byte[] first = new byte[BatchDecoder.MAX_MESSAGE_BYTES];
    first[0] = 1;
    socket.header(1, first.length + 2);
    socket.body(1, first);
    socket.message(2, 5);
    socket.body(1, new byte[] {2, 3});

    assertThat(readHeader().getBodySize()).isEqualTo(first.length + 2);
    // frames of other channels are not held up
    assertThat(frames.readFrame().getChannel()).isEqualTo(2);
    assertThat(frames.readFrame().getPayload()).hasSize(5);
    byte[] joined = frames.readFrame().getPayload();
    assertThat(joined).hasSize(first.length + 2).startsWith(1, 0).endsWith(0, 2, 3);
    assertThat(frames.arrivals(1)).extracting("body").containsExactly(first.length + 2L);
  }

  @Test
  void ofABodyThatIsLargeForTheHeapOnlyTheBeginningIsHeld() throws Exception {
    long published = InboundFrames.maxBody() + 1L;
    byte[] part = new byte[1 << 20];
    part[0] = 1;
    socket.header(1, (int) published);
    for (long left = published; left > 0; left -= part.length) {
      socket.body(1, left < part.length ? new byte[(int) left] : part);
    }
    socket.message(1, 7);

    assertThat(readHeader().getBodySize()).isEqualTo(64 << 10);
    assertThat(frames.readFrame().getPayload()).hasSize(64 << 10).startsWith(1);
    InboundFrames.Arrival arrival = frames.arrivals(1).remove();
    assertThat(arrival.body()).isEqualTo(published);
    assertThat(arrival.held()).isBetween(64L << 10, 65L << 10);

    frames.unacked().acked(arrival.held());
    assertThat(readHeader().getBodySize()).isEqualTo(7);
  }

  @Test
  void readingStopsAtTheLimitAndGoesOnAfterAnAck() throws Exception {
    for (int i = 0; i < 10; i++) {
      socket.message(1, LIMIT / 2);
    }
    reader.start();
    await().until(() -> unacked.room().used() > LIMIT);
    await().during(Duration.ofMillis(200)).until(() -> socket.left() == 16);

    long first = frames.arrivals(1).remove().held();
    frames.unacked().acked(first);

    await().until(() -> socket.left() == 14);
    await().during(Duration.ofMillis(200)).until(() -> socket.left() == 14);
  }

  @Test
  void aMessageOfManyFramesBeyondTheLimitArrivesInFull() throws Exception {
    socket.header(1, 3 * LIMIT);
    for (int i = 0; i < 3; i++) {
      socket.message(2, 10);
      socket.body(1, new byte[LIMIT]);
    }
    reader.start();

    await().until(() -> !frames.arrivals(1).isEmpty());
    assertThat(frames.arrivals(1))
        .singleElement()
        .satisfies(s -> assertThat(s.held()).isGreaterThan(3L * LIMIT));
  }

  @Test
  void theEndOfTheConnectionEndsTheWait() throws Exception {
    socket.message(1, LIMIT);
    socket.message(1, 1);
    reader.start();
    await().until(() -> reader.getState() == Thread.State.TIMED_WAITING && socket.left() == 2);

    frames.close();

    reader.join();
    assertThat(frames.ended().getCount()).isZero();
  }
}
