package pipeline.consumer.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.handler.timeout.WriteTimeoutHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.apache.commons.lang3.function.FailableBiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP/1.1 for a few readers: one request a connection, without a body. Netty's thread {@code
 * counts-http} reads and writes all connections and waits for none of them; the threads {@code
 * counts-http-N} make the answers. So a head that does not go on, or an answer that nobody reads,
 * holds a connection for a few seconds and no thread.
 *
 * <p>Some readers listen to server-sent events: each is sent the newest event when it has taken the
 * one before. Nobody waits for a listener that does not read, and it is dropped. Thread-safe.
 */
final class ReaderHttp extends ChannelInitializer<SocketChannel> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReaderHttp.class);

  /**
   * The most connections that may wait for their heads; the one that has waited longest makes room
   * for another.
   */
  private static final int MAX_WAITING = 1_000;

  /** The room of a connection's buffer: it is writable only when its client has taken all. */
  private static final WriteBufferWaterMark NOTHING_WAITS = new WriteBufferWaterMark(1, 1);

  static final int MAX_LISTENERS = 32;
  private static final int MAX_HEAD_BYTES = 8 << 10;
  private static final int THREADS = 4;
  private static final long CLOSE_SECONDS = 5;

  private final FailableBiConsumer<HttpRequest, Channel, Exception> handler;
  private final long patienceMillis;
  private final EventLoopGroup loop = new NioEventLoopGroup(1, named("counts-http"));
  private final ThreadPoolExecutor answering =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MAX_WAITING),
          named("counts-http-%d"));
  private final Channel server;

  /** The listeners to events; a channel is writable when its client has taken all. */
  final ChannelGroup listeners = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

  /**
   * The connections whose heads are not complete, oldest first. Used by the thread {@code
   * counts-http} only.
   */
  private final Set<Channel> waiting = new LinkedHashSet<>();

  /**
   * Answers until closed.
   *
   * @param address port 0 is any free one
   * @param patienceMillis how long a client may take for each part of its head and of the answer
   * @param handler answers, on one of the answering threads, with {@code connection: close}, and
   *     closes the connection after that; what it throws closes it, too
   * @throws IOException if the port cannot be had
   */
  ReaderHttp(
      InetSocketAddress address,
      long patienceMillis,
      FailableBiConsumer<HttpRequest, Channel, Exception> handler)
      throws IOException {
    this.handler = handler;
    this.patienceMillis = patienceMillis;
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .childHandler(this)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, NOTHING_WAITS)
            .bind(address)
            .awaitUninterruptibly();
    server = bound.channel();
    if (!bound.isSuccess()) {
      close();
      throw new BindException(bound.cause().getMessage());
    }
    answering.prestartAllCoreThreads();
  }

  private static ThreadFactory named(String pattern) {
    return BasicThreadFactory.builder().namingPattern(pattern).build();
  }

  int port() {
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  /** Closes all connections, then waits at most 5 s for the threads. */
  @Override
  public void close() {
    answering.shutdownNow();
    loop.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    try {
      answering.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  protected void initChannel(SocketChannel client) {
    client
        .pipeline()
        .addLast(
            new HttpServerCodec(MAX_HEAD_BYTES, MAX_HEAD_BYTES, MAX_HEAD_BYTES),
            new ReadTimeoutHandler(patienceMillis, TimeUnit.MILLISECONDS),
            new WriteTimeoutHandler(patienceMillis, TimeUnit.MILLISECONDS),
            new Heads());
    waiting.add(client);
    client.closeFuture().addListener(closed -> waiting.remove(client));
    if (waiting.size() > MAX_WAITING) {
      end(waiting.iterator().next());
    }
  }

  private static void end(Channel client) {
    var unused = client.close();
  }

  private void answer(HttpRequest request, Channel client) {
    try {
      handler.accept(request, client);
    } catch (Throwable e) {
      end(client);
      try {
        LOG.warn("a request could not be answered", e);
      } catch (Throwable again) {
        // there is no memory for a log line; the next request may do better
      }
    }
  }

  /**
   * Answers with events until the listener leaves.
   *
   * @return false if there are too many listeners: then nothing is answered
   */
  synchronized boolean serveEvents(Channel listener, HttpResponse head) {
    if (listeners.size() >= MAX_LISTENERS) {
      return false;
    }
    var unusedHead = listener.write(head);
    var unusedRetry = listener.writeAndFlush(content("retry: 1000"));
    listeners.add(listener);
    return true;
  }

  private static HttpContent content(String event) {
    return new DefaultHttpContent(
        Unpooled.wrappedBuffer((event + "\n\n").getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Sends an event to the listeners that are ready; to be called on one thread.
   *
   * @param event makes one line of text; not called if it is for nobody
   */
  void sendEvent(Supplier<String> event) {
    if (listeners.stream().anyMatch(Channel::isWritable)) {
      var unused = listeners.writeAndFlush(content("data: " + event.get()), Channel::isWritable);
    }
  }

  /** Has the first head of a connection answered. */
  private final class Heads extends SimpleChannelInboundHandler<HttpObject> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
      Channel client = context.channel();
      if (part.decoderResult().isFailure()) {
        end(client);
      } else if (part instanceof HttpRequest head && waiting.remove(client)) {
        client.pipeline().remove(ReadTimeoutHandler.class);
        answering.execute(() -> answer(head, client));
      }
    }

    /**
     * Ends a connection whose client left, sends no HTTP or reads nothing, or after an error of our
     * own.
     */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable trouble) {
      end(context.channel());
      if (!(trouble instanceof IOException)) {
        LOG.debug("a connection has failed", trouble);
      }
    }
  }
}
