package pipeline.testkit.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One direction of one connection: a thread that reads and one that writes when a piece is due, so
 * that a delay adds latency and takes no throughput. Both end with their sockets.
 */
final class Pump {
  private static final int PIECE_BYTES = 16 << 10;

  /** The most bytes that are held back; beyond it the sender feels back-pressure. */
  private static final int MAX_BYTES_HELD = 16 << 20;

  /** The bytes that a piece takes in memory besides its content. */
  private static final int OVERHEAD = 128;

  /** One direction of all connections of a proxy: how it behaves now. Thread-safe. */
  static final class Lane {
    private final AtomicLong bytes = new AtomicLong();
    private volatile Flow flow = Flow.PASS;
    private long sinceCut;

    synchronized void flow(Flow next) {
      flow = next;
      sinceCut = 0;
    }

    long bytes() {
      return bytes.get();
    }

    /**
     * How many of {@code length} bytes may be written: fewer than all when this piece reaches the
     * cut.
     */
    private synchronized int take(Flow flow, int length) {
      int whole = length;
      if (flow.cutAfter() > 0 && sinceCut + length > flow.cutAfter()) {
        whole = (int) (flow.cutAfter() - sinceCut);
        sinceCut = 0;
      } else {
        sinceCut += length;
      }
      bytes.addAndGet(whole);
      return whole;
    }
  }

  /** Bytes that are due at a time; none for the end of the stream. */
  private record Piece(ByteBuffer bytes, long dueNanos) {
    boolean isEnd() {
      return bytes.capacity() == 0;
    }

    int size() {
      return bytes.capacity() + OVERHEAD;
    }
  }

  private final Lane lane;
  private final FaultProxy.Link link;
  private final Socket from;
  private final Socket to;
  private final Thread reader;
  private final Thread writer;
  private final BlockingQueue<Piece> held = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(MAX_BYTES_HELD);
  private volatile boolean lostBytes;
  private volatile boolean ended;

  Pump(String name, Lane lane, FaultProxy.Link link, Socket from, Socket to) {
    this.lane = lane;
    this.link = link;
    this.from = from;
    this.to = to;
    reader = new Thread(this::read, name + "-read");
    writer = new Thread(this::write, name + "-write");
  }

  void start() {
    reader.start();
    writer.start();
  }

  /** Interrupts both threads; the sockets are closed already. */
  void stop() {
    reader.interrupt();
    writer.interrupt();
  }

  /** Whether a byte was swallowed, after which the two ends cannot agree again. */
  boolean hasLostBytes() {
    return lostBytes;
  }

  /** Whether this direction has come to its orderly end. */
  boolean hasEnded() {
    return ended;
  }

  private void read() {
    byte[] buffer = new byte[PIECE_BYTES];
    try {
      InputStream in = from.getInputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        take(ByteBuffer.wrap(Arrays.copyOf(buffer, length)));
      }
      if (!lostBytes) {
        hold(ByteBuffer.allocate(0));
      }
    } catch (IOException e) {
      link.close(Flow.Ending.RESET);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(ByteBuffer bytes) throws InterruptedException {
    if (!lane.flow.swallow()) {
      hold(bytes);
      return;
    }
    lostBytes = true;
    if (!lane.flow.swallow()) {
      // healed in this very moment, when the link did not look broken yet
      link.close(Flow.Ending.RESET);
    }
  }

  /** Holds a piece until a time that counts from now, however long those before it take. */
  private void hold(ByteBuffer bytes) throws InterruptedException {
    Piece piece = new Piece(bytes, System.nanoTime() + delayNanos());
    room.acquire(piece.size());
    held.put(piece);
  }

  private long delayNanos() {
    Flow flow = lane.flow;
    long jitter = flow.jitter().toNanos();
    long extra = jitter == 0 ? 0 : ThreadLocalRandom.current().nextLong(jitter);
    return flow.delay().toNanos() + extra;
  }

  private void write() {
    try {
      OutputStream out = to.getOutputStream();
      for (Piece piece = held.take(); !piece.isEnd(); piece = held.take()) {
        sleepUntil(piece.dueNanos());
        write(piece.bytes().array(), out);
        room.release(piece.size());
      }
      to.shutdownOutput();
      ended = true;
      link.closeIfEnded();
    } catch (IOException e) {
      link.close(Flow.Ending.RESET);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(byte[] bytes, OutputStream out) throws IOException {
    Flow flow = lane.flow;
    int whole = lane.take(flow, bytes.length);
    int stride = flow.slice() ? 1 : Math.max(1, whole);
    for (int i = 0; i < whole; i += stride) {
      out.write(bytes, i, stride);
    }
    if (whole < bytes.length) {
      link.close(flow.ending());
    }
  }

  private static void sleepUntil(long nanoTime) throws InterruptedException {
    while (nanoTime - System.nanoTime() > 0) {
      // some JVMs round the nanoseconds to the nearest millisecond, which can be too short
      TimeUnit.NANOSECONDS.sleep(nanoTime - System.nanoTime());
    }
  }
}
