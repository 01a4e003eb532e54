package pipeline.consumer.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP/1.1 on the loopback, for a few readers: one request a connection, without a body. The thread
 * {@code counts-http} reads and writes all connections and waits for none of them; the threads
 * {@code counts-http-N} make the answers. So a head that never ends, or an answer that nobody
 * reads, holds a connection for a few seconds and no thread. Thread-safe.
 */
final class LoopbackHttp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LoopbackHttp.class);

  /** When there are as many, the one that has waited longest for its head makes room. */
  private static final int MAX_CONNECTIONS = 1_000;

  private static final int MAX_HEAD_BYTES = 8 << 10;
  private static final int BACKLOG = 128;
  private static final long LOOK_MILLIS = 100;
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long CLOSE_SECONDS = 5;

  private final Handler handler;
  private final long patienceNanos;
  private final Selector selector;
  private final ServerSocketChannel listener;
  private final ThreadPoolExecutor answering;
  private final Thread thread = new Thread(this::run, "counts-http");

  /** In the order in which they came. Of the thread {@code counts-http}. */
  private final Set<Connection> connections = new LinkedHashSet<>();

  /** Those that have something to write or are to be closed. */
  private final Queue<Connection> touched = new ConcurrentLinkedQueue<>();

  private long lastLook = System.nanoTime();
  private volatile boolean closed;

  /**
   * What was asked.
   *
   * @param target the path with its query
   * @param host the only header {@code Host}, in lower case; empty if there is none, or several
   */
  record Request(String method, String target, String host) {}

  /** Answers on one of the answering threads; what it throws ends the connection. */
  interface Handler {
    void answer(Request request, Connection connection) throws Exception;
  }

  /**
   * Answers until closed.
   *
   * @param port 0 for any free one
   * @param threads how many answers are made at a time
   * @param patienceMillis how long a client may take for its head, and for each part of the answer
   * @throws IOException if the port cannot be had
   */
  LoopbackHttp(int port, int threads, long patienceMillis, Handler handler) throws IOException {
    this.handler = handler;
    patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    selector = Selector.open();
    listener = ServerSocketChannel.open();
    try {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
      listener.configureBlocking(false);
      listener.register(selector, SelectionKey.OP_ACCEPT);
    } catch (IOException e) {
      listener.close();
      selector.close();
      throw e;
    }
    answering =
        new ThreadPoolExecutor(
            threads,
            threads,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_CONNECTIONS),
            BasicThreadFactory.builder().namingPattern("counts-http-%d").build());
    answering.prestartAllCoreThreads();
    thread.start();
  }

  int port() {
    return listener.socket().getLocalPort();
  }

  private void run() {
    while (!closed) {
      try {
        selector.select(LOOK_MILLIS);
        for (Connection next = touched.poll(); next != null; next = touched.poll()) {
          next.write();
        }
        for (SelectionKey key : selector.selectedKeys()) {
          serve(key);
        }
        selector.selectedKeys().clear();
        closeLate();
      } catch (Throwable e) {
        goOnAfter(e);
      }
    }
    new ArrayList<>(connections).forEach(Connection::end);
  }

  /** Without a thread or memory for one connection, others are still to be answered. */
  private static void goOnAfter(Throwable trouble) {
    try {
      LOG.warn("a connection has failed", trouble);
    } catch (Throwable e) {
      // the next ones may do better
    }
  }

  private void serve(SelectionKey key) throws IOException {
    if (key.attachment() instanceof Connection connection) {
      try {
        connection.serve(key);
      } catch (Throwable e) {
        connection.end();
        if (!(e instanceof IOException)) {
          throw e;
        }
      }
    } else {
      accept();
    }
  }

  private void accept() throws IOException {
    SocketChannel channel = listener.accept();
    if (channel == null) {
      return;
    }
    if (connections.size() >= MAX_CONNECTIONS) {
      connections.stream().filter(Connection::isDispensable).findFirst().ifPresent(Connection::end);
    }
    try {
      if (connections.size() >= MAX_CONNECTIONS) {
        throw new IOException("all connections are being answered");
      }
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      Connection connection = new Connection(channel);
      connection.key = channel.register(selector, SelectionKey.OP_READ, connection);
      connections.add(connection);
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  private void closeLate() {
    long now = System.nanoTime();
    if (now - lastLook >= TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS)) {
      lastLook = now;
      connections.stream()
          .filter(connection -> connection.isLate(now))
          .toList()
          .forEach(Connection::end);
    }
  }

  /** Closes all connections, then waits at most 5 s for the threads. */
  @Override
  public void close() {
    closed = true;
    selector.wakeup();
    answering.shutdownNow();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
      answering.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
      listener.close();
      selector.close();
    } catch (IOException e) {
      // there is nothing more to release
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * One client. Its thread-safe methods are those for the answer; all else is done by the thread
   * {@code counts-http}.
   */
  final class Connection {
    private final SocketChannel channel;
    private final Queue<ByteBuffer> unwritten = new ConcurrentLinkedQueue<>();
    private SelectionKey key;

    /** Null once the head is complete. */
    private ByteBuffer head = ByteBuffer.allocate(MAX_HEAD_BYTES);

    private volatile boolean open = true;

    /** Whether nothing comes behind what is unwritten. */
    private volatile boolean last;

    private volatile boolean streams;
    private boolean lingers;

    /** Whether the client must have done something by {@code deadline}. */
    private volatile boolean hurried = true;

    private volatile long deadline = System.nanoTime() + patienceNanos;

    private Connection(SocketChannel channel) {
      this.channel = channel;
    }

    /** Sends the whole answer. Thread-safe. */
    void send(int status, Map<String, String> headers, byte[] body) {
      StringBuilder text = head(status, headers);
      text.append("Content-Length: ").append(body.length).append("\r\n\r\n");
      unwritten.add(ascii(text));
      last = true;
      push(body);
    }

    /** Begins an answer whose parts come by {@link #push}, until the client leaves. Thread-safe. */
    void stream(int status, Map<String, String> headers) {
      streams = true;
      push(ascii(head(status, headers).append("\r\n")).array());
    }

    /** Adds a part; to be called again when {@link #isIdle}. Thread-safe. */
    void push(byte[] part) {
      unwritten.add(ByteBuffer.wrap(part));
      deadline = System.nanoTime() + patienceNanos;
      hurried = true;
      touched.add(this);
      selector.wakeup();
    }

    /** Whether the client has taken all that was sent. Thread-safe. */
    boolean isIdle() {
      return unwritten.isEmpty();
    }

    /** False when the client has left, or was dropped. Thread-safe. */
    boolean isOpen() {
      return open;
    }

    private static StringBuilder head(int status, Map<String, String> headers) {
      StringBuilder text = new StringBuilder("HTTP/1.1 " + status + " \r\nConnection: close\r\n");
      headers.forEach((name, value) -> text.append(name + ": " + value + "\r\n"));
      return text;
    }

    private static ByteBuffer ascii(CharSequence text) {
      return ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private boolean isDispensable() {
      return head != null || lingers;
    }

    private boolean isLate(long now) {
      return hurried && now - deadline > 0;
    }

    private void serve(SelectionKey ready) throws IOException {
      if (ready.isReadable()) {
        read();
      }
      if (ready.isValid() && ready.isWritable()) {
        write();
      }
    }

    private void read() throws IOException {
      ByteBuffer into = head == null ? ByteBuffer.allocate(MAX_HEAD_BYTES) : head;
      if (channel.read(into) < 0) {
        end();
      } else if (head != null) {
        String text = new String(head.array(), 0, head.position(), StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        if (end >= 0) {
          ask(text.substring(0, end));
        } else if (!head.hasRemaining()) {
          end();
        }
      }
    }

    private void ask(String text) {
      head = null;
      hurried = false;
      key.interestOps(0);
      String[] lines = text.split("\r\n");
      String[] words = lines[0].split(" ", -1);
      if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
        end();
        return;
      }
      Request request = new Request(words[0], words[1], host(lines));
      answering.execute(() -> answer(request));
    }

    private static String host(String[] lines) {
      String host = "";
      for (int i = 1; i < lines.length; i++) {
        String line = lines[i].toLowerCase(Locale.ROOT);
        if (line.startsWith("host:")) {
          if (!host.isEmpty()) {
            return "";
          }
          host = line.substring("host:".length()).strip();
        }
      }
      return host;
    }

    private void answer(Request request) {
      if (!open) {
        return;
      }
      try {
        handler.answer(request, this);
      } catch (Throwable e) {
        goOnAfter(e);
        deadline = System.nanoTime();
        hurried = true;
      }
    }

    private void write() {
      try {
        for (ByteBuffer next = unwritten.peek(); open && next != null; next = unwritten.peek()) {
          channel.write(next);
          if (next.hasRemaining()) {
            key.interestOps(SelectionKey.OP_WRITE | (streams ? SelectionKey.OP_READ : 0));
            return;
          }
          hurried = false;
          unwritten.remove();
        }
        if (open && !lingers) {
          afterWriting();
        }
      } catch (IOException e) {
        end();
      }
    }

    /** What the client still sends is read for a while: a reset would take its answer away. */
    private void afterWriting() throws IOException {
      key.interestOps(SelectionKey.OP_READ);
      if (last) {
        lingers = true;
        deadline = System.nanoTime() + LINGER_NANOS;
        hurried = true;
        channel.shutdownOutput();
      }
    }

    private void end() {
      open = false;
      connections.remove(this);
      try {
        channel.close();
      } catch (IOException e) {
        // it is closed
      }
    }
  }
}
