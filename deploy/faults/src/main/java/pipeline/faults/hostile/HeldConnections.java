package pipeline.faults.hostile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Holds many connections, each with a request that does not end. A connection that the server
 * closes is opened again. The aim is reached when a request was begun, or answered, on each.
 */
final class HeldConnections extends HostileLoad {
  private static final int SLOW_CONNECTIONS = 150;
  private static final int UNREAD_CONNECTIONS = 12;
  private static final int UNREAD_BUFFER = 2_048;

  /** The requests that are written at once to a connection that nobody reads from. */
  private static final int UNREAD_REQUESTS = 100;

  private static final long STEP_NANOS = Duration.ofMillis(100).toNanos();

  private final InetSocketAddress server;
  private final IntFunction<String> beginnings;
  private final String more;
  private final boolean reads;
  private final SocketChannel[] channels;
  private final ByteBuffer[] unwritten;

  /** The connections with a request that was begun, or answered. */
  private final BitSet met = new BitSet();

  private HeldConnections(
      int port, IntFunction<String> beginnings, String more, boolean reads, int connections) {
    server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    this.beginnings = beginnings;
    this.more = more;
    this.reads = reads;
    channels = new SocketChannel[connections];
    unwritten = new ByteBuffer[connections];
  }

  /**
   * Sends the beginning of a request, made from the connection's number, and then {@code more} ten
   * times a second.
   */
  static HostileLoad slow(int port, IntFunction<String> beginnings, String more) {
    return new HeldConnections(port, beginnings, more, true, SLOW_CONNECTIONS).start(1);
  }

  /** Sends the request again and again, as long as the server takes it, and reads no answer. */
  static HostileLoad unread(int port, String request) {
    String many = request.repeat(UNREAD_REQUESTS);
    return new HeldConnections(port, i -> many, many, false, UNREAD_CONNECTIONS).start(1);
  }

  @Override
  void work() {
    while (!isClosed()) {
      for (int i = 0; i < channels.length && !isClosed(); i++) {
        try {
          step(i);
        } catch (IOException e) {
          drop(i);
        }
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
    for (int i = 0; i < channels.length; i++) {
      drop(i);
    }
  }

  private void step(int i) throws IOException {
    if (channels[i] == null) {
      connect(i);
    } else if (reads && isClosedByServer(i)) {
      drop(i);
      return;
    } else if (!unwritten[i].hasRemaining()) {
      unwritten[i] = ByteBuffer.wrap(HostileClient.bytes(more));
    }
    channels[i].write(unwritten[i]);
    if (!unwritten[i].hasRemaining()) {
      met(i);
    }
  }

  private boolean isClosedByServer(int i) throws IOException {
    int answered = channels[i].read(ByteBuffer.allocate(1_024));
    if (answered > 0) {
      met(i);
    }
    return answered < 0;
  }

  private void met(int i) {
    met.set(i);
    if (met.cardinality() == channels.length) {
      reachAim();
    }
  }

  private void connect(int i) throws IOException {
    channels[i] = SocketChannel.open();
    if (!reads) {
      channels[i].setOption(StandardSocketOptions.SO_RCVBUF, UNREAD_BUFFER);
    }
    channels[i].connect(server);
    channels[i].configureBlocking(false);
    unwritten[i] = ByteBuffer.wrap(HostileClient.bytes(beginnings.apply(i)));
  }

  private void drop(int i) {
    try {
      if (channels[i] != null) {
        channels[i].close();
      }
    } catch (IOException e) {
      // nothing is left to do for a connection that cannot be closed
    }
    channels[i] = null;
  }
}
