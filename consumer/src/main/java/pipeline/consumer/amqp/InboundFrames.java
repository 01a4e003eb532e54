package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.impl.AMQImpl;
import com.rabbitmq.client.impl.Frame;
import com.rabbitmq.client.impl.FrameHandler;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.apache.commons.lang3.function.FailableSupplier;
import pipeline.wire.codec.BatchDecoder;

/**
 * The frames of one connection, between the socket and the client library, which reads them on a
 * thread of its own.
 *
 * <ul>
 *   <li>No frame is read while the unacked bytes are at their limit. Heartbeats are sent by another
 *       thread meanwhile, and TCP holds up the broker.
 *   <li>Message properties that the library cannot read would end the connection, and the next one,
 *       since the broker delivers the message again: in their place it is given a content type that
 *       nobody reads, and so the message goes to the dead queue.
 *   <li>A body beyond the limit of our messages reaches the library as one frame, without the copy
 *       of it that the library makes of several; of a body that is large for this heap only the
 *       beginning does.
 *   <li>The end of the connection is noticed even when the library lacks the threads to tell.
 * </ul>
 */
public final class InboundFrames {
  /** The content type given in place of properties that cannot be read. */
  static final String UNREADABLE = "unreadable";

  /** The offset of the body's size in a header frame, after class id and weight. */
  private static final int BODY_SIZE_AT = 4;

  private static final int FLAGS_AT = 12;

  /** The longest body is this part of the heap; the store's cache may take half of it. */
  private static final int PART_OF_HEAP = 8;

  /** The limit of {@link #maxBody} on any heap; the protocol allows more. */
  private static final int MOST = 1 << 30;

  /** The bytes kept of a body too large for this heap, to recognize it by. */
  private static final int BEGINNING = 64 << 10;

  /** The flag of the property that holds a table; the broker has read all others itself. */
  private static final int HAS_HEADERS = 1 << 13;

  /** The memory that a message takes besides its bytes. */
  private static final int OVERHEAD = 256;

  private final FrameHandler socket;
  private final UnackedBytes.Lease unacked;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Map<Integer, Queue<Arrival>> arrivals = new ConcurrentHashMap<>();

  /** The messages of which a part has arrived, by channel. Reading thread only. */
  private final Map<Integer, Part> parts = new HashMap<>();

  private volatile long begun;

  /**
   * A message that arrived completely.
   *
   * @param held how many bytes it takes
   * @param body the length of its body as it was published
   */
  record Arrival(long held, long body) {}

  /** A message of which a part has arrived. */
  private static final class Part {
    private final Arrival message;

    /** The buffer for a body beyond the limit, or its beginning; null for others. */
    private final byte[] joined;

    private long missing;

    Part(Arrival message, byte[] joined) {
      this.message = message;
      this.joined = joined;
      this.missing = message.body();
    }

    void add(byte[] payload) {
      if (joined != null) {
        int at = (int) Math.min(message.body() - missing, joined.length);
        System.arraycopy(payload, 0, joined, at, Math.min(payload.length, joined.length - at));
      }
      missing -= payload.length;
    }
  }

  InboundFrames(FrameHandler socket, UnackedBytes.Lease unacked) {
    this.socket = socket;
    this.unacked = unacked;
  }

  /** A latch that is counted down when the connection has ended. */
  CountDownLatch ended() {
    return ended;
  }

  UnackedBytes.Lease unacked() {
    return unacked;
  }

  /** The messages that arrived completely on a channel, in order. Thread-safe. */
  Queue<Arrival> arrivals(int channel) {
    return arrivals.computeIfAbsent(channel, number -> new ConcurrentLinkedQueue<>());
  }

  /** The longest body that the library is given. */
  static int maxBody() {
    long ofHeap = Runtime.getRuntime().maxMemory() / PART_OF_HEAP;
    return (int) Math.max(BatchDecoder.MAX_MESSAGE_BYTES, Math.min(ofHeap, MOST));
  }

  /** The number of messages that arrived, completely or in part. Thread-safe. */
  long begun() {
    return begun;
  }

  /** The next frame; null, which the library takes for a silence, only if the socket had none. */
  Frame readFrame() throws IOException {
    while (true) {
      Frame frame = nextFrame();
      Frame given = frame == null ? null : given(frame);
      if (frame == null || given != null) {
        return given;
      }
    }
  }

  private Frame nextFrame() throws IOException {
    try {
      unacked.awaitRoom();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
    return socket.readFrame();
  }

  /** The frame that the library is given in place of one received; null if none yet. */
  private Frame given(Frame frame) throws IOException {
    return switch (frame.getType()) {
      case AMQP.FRAME_HEADER -> header(frame);
      case AMQP.FRAME_BODY -> body(frame);
      default -> frame;
    };
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // written by one thread
  private Frame header(Frame frame) throws IOException {
    begun++;
    byte[] payload = frame.getPayload();
    ByteBuffer fields = ByteBuffer.wrap(payload);
    long body = fields.getLong(BODY_SIZE_AT);
    long kept = body <= maxBody() ? body : BEGINNING;
    Arrival message = new Arrival(payload.length + kept + OVERHEAD, body);
    byte[] joined = body > BatchDecoder.MAX_MESSAGE_BYTES ? new byte[(int) kept] : null;
    arrived(frame.getChannel(), new Part(message, joined));
    fields.putLong(BODY_SIZE_AT, kept);
    return readable(
        kept == body ? frame : new Frame(AMQP.FRAME_HEADER, frame.getChannel(), payload));
  }

  /** The header frame, or in its place one with properties that can be read, of the same body. */
  private static Frame readable(Frame header) throws IOException {
    byte[] payload = header.getPayload();
    return isReadable(payload)
        ? header
        : new BasicProperties.Builder()
            .contentType(UNREADABLE)
            .build()
            .toFrame(header.getChannel(), ByteBuffer.wrap(payload).getLong(BODY_SIZE_AT));
  }

  private static boolean isReadable(byte[] payload) {
    if ((ByteBuffer.wrap(payload).getShort(FLAGS_AT) & HAS_HEADERS) == 0) {
      return true;
    }
    try {
      AMQImpl.readContentHeaderFrom(new DataInputStream(new ByteArrayInputStream(payload)));
      return true;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private Frame body(Frame frame) {
    Part part = parts.get(frame.getChannel());
    if (part == null) {
      return frame;
    }
    part.add(frame.getPayload());
    arrived(frame.getChannel(), part);
    if (part.joined == null) {
      return frame;
    }
    return part.missing > 0 ? null : new Frame(AMQP.FRAME_BODY, frame.getChannel(), part.joined);
  }

  private void arrived(int channel, Part part) {
    if (part.missing > 0) {
      parts.put(channel, part);
      return;
    }
    parts.remove(channel);
    arrivals(channel).add(part.message);
    unacked.received(part.message.held());
  }

  /** The connection as the library sees it. */
  FrameHandler handler() {
    return handler(socket, this::readFrame, this::close);
  }

  /** A connection of which nothing is changed but properties that the library cannot read. */
  public static FrameHandler withReadableProperties(FrameHandler socket) {
    return handler(
        socket,
        () -> {
          Frame frame = socket.readFrame();
          return frame == null || frame.getType() != AMQP.FRAME_HEADER ? frame : readable(frame);
        },
        socket::close);
  }

  /** What is not read or closed is the socket's own. */
  private static FrameHandler handler(
      FrameHandler socket, FailableSupplier<Frame, IOException> frames, Runnable end) {
    return (FrameHandler)
        Proxy.newProxyInstance(
            FrameHandler.class.getClassLoader(),
            new Class<?>[] {FrameHandler.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "readFrame" -> frames.get();
                  case "close" -> {
                    end.run();
                    yield null;
                  }
                  default -> ofSocket(socket, method, args);
                });
  }

  private static Object ofSocket(FrameHandler socket, Method method, Object... args)
      throws Throwable {
    try {
      return method.invoke(socket, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  void close() {
    try {
      socket.close();
    } finally {
      unacked.close();
      ended.countDown();
    }
  }
}
