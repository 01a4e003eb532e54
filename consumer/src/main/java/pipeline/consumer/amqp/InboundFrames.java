package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.WriteListener;
import com.rabbitmq.client.impl.AMQConnection;
import com.rabbitmq.client.impl.AMQImpl;
import com.rabbitmq.client.impl.Frame;
import com.rabbitmq.client.impl.FrameHandler;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/**
 * The frames of one connection, between the socket and the client library, which reads them on a
 * thread of its own.
 *
 * <ul>
 *   <li>None is read while the unacked bytes are at their limit. Heartbeats are sent by another
 *       thread meanwhile, and TCP holds up the broker.
 *   <li>Message properties that the library cannot read would end the connection, and the next one,
 *       since the broker delivers the message again: in their place it is given a content type that
 *       nobody reads, and so the message goes to the dead queue.
 *   <li>The end of the connection is noticed even when the library lacks the threads to tell.
 * </ul>
 */
final class InboundFrames implements FrameHandler {
  /** In place of properties that cannot be read. */
  static final String UNREADABLE = "unreadable";

  /** Class id and weight come before it, the properties' flags behind it. */
  private static final int BODY_SIZE_AT = 4;

  private static final int FLAGS_AT = 12;

  /** The property that holds a table; the broker has read all others itself. */
  private static final int HAS_HEADERS = 1 << 13;

  /** What a message takes in memory besides its bytes. */
  private static final int OVERHEAD = 256;

  private final FrameHandler socket;
  private final UnackedBytes.Lease unacked;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Map<Integer, Queue<Long>> sizes = new ConcurrentHashMap<>();

  /** Messages of which a part has arrived, by channel. Reading thread only. */
  private final Map<Integer, Part> parts = new HashMap<>();

  private volatile long begun;

  /** A message's size, and how many bytes of its body are missing yet. */
  private record Part(long size, long missing) {}

  InboundFrames(FrameHandler socket, UnackedBytes.Lease unacked) {
    this.socket = socket;
    this.unacked = unacked;
  }

  /** Counted down when the connection is no more. */
  CountDownLatch ended() {
    return ended;
  }

  UnackedBytes.Lease unacked() {
    return unacked;
  }

  /** Sizes of the messages that arrived completely on a channel, in order. Thread-safe. */
  Queue<Long> sizes(int channel) {
    return sizes.computeIfAbsent(channel, number -> new ConcurrentLinkedQueue<>());
  }

  /** Number of messages that arrived, completely or in part. Thread-safe. */
  long begun() {
    return begun;
  }

  @Override
  public Frame readFrame() throws IOException {
    try {
      unacked.awaitRoom();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
    Frame frame = socket.readFrame();
    if (frame == null) {
      return null;
    }
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
    arrived(frame.getChannel(), new Part(payload.length + body + OVERHEAD, body));
    return (fields.getShort(FLAGS_AT) & HAS_HEADERS) == 0 || isReadable(payload)
        ? frame
        : new BasicProperties.Builder()
            .contentType(UNREADABLE)
            .build()
            .toFrame(frame.getChannel(), body);
  }

  private static boolean isReadable(byte[] payload) {
    try {
      AMQImpl.readContentHeaderFrom(new DataInputStream(new ByteArrayInputStream(payload)));
      return true;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private Frame body(Frame frame) {
    Part part = parts.get(frame.getChannel());
    if (part != null) {
      arrived(
          frame.getChannel(), new Part(part.size(), part.missing() - frame.getPayload().length));
    }
    return frame;
  }

  private void arrived(int channel, Part part) {
    if (part.missing() > 0) {
      parts.put(channel, part);
      return;
    }
    parts.remove(channel);
    sizes(channel).add(part.size());
    unacked.received(part.size());
  }

  @Override
  public void close() {
    try {
      socket.close();
    } finally {
      unacked.close();
      ended.countDown();
    }
  }

  @Override
  public boolean internalHearbeat() {
    return socket.internalHearbeat();
  }

  @Override
  public void setTimeout(int millis) throws SocketException {
    socket.setTimeout(millis);
  }

  @Override
  public int getTimeout() throws SocketException {
    return socket.getTimeout();
  }

  @Override
  public void sendHeader() throws IOException {
    socket.sendHeader();
  }

  @Override
  public void initialize(AMQConnection connection) {
    socket.initialize(connection);
  }

  @Override
  public void startProcessing() {
    socket.startProcessing();
  }

  @Override
  public void finishConnectionNegotiation() {
    socket.finishConnectionNegotiation();
  }

  @Override
  public void setFrameMax(int bytes) {
    socket.setFrameMax(bytes);
  }

  @Override
  public void writeFrame(Frame frame) throws IOException {
    socket.writeFrame(frame);
  }

  @Override
  public void flush(WriteListener listener) throws IOException {
    socket.flush(listener);
  }

  @Override
  public InetAddress getLocalAddress() {
    return socket.getLocalAddress();
  }

  @Override
  public int getLocalPort() {
    return socket.getLocalPort();
  }

  @Override
  public InetAddress getAddress() {
    return socket.getAddress();
  }

  @Override
  public int getPort() {
    return socket.getPort();
  }
}
