package pipeline.consumer.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.WriteTimeoutHandler;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP/1.1 for a few readers: one request a connection, without a body. Netty's thread {@code
 * counts-http} reads and writes all connections and waits for none of them; the threads {@code
 * counts-http-N} make the answers. So a head that never ends, or an answer that nobody reads, holds
 * a connection for a few seconds and no thread. Thread-safe.
 */
final class ReaderHttp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReaderHttp.class);

  /**
   * The most connections that may wait for their heads; the one that has waited longest makes room
   * for another.
   */
  private static final int MAX_WAITING = 1_000;

  private static final int MAX_HEAD_BYTES = 8 << 10;
  private static final int BACKLOG = 128;
  private static final long CLOSE_SECONDS = 5;

  private final Handler handler;
  private final long patienceMillis;
  private final ThreadPoolExecutor answering;
  private final EventLoopGroup loop =
      new NioEventLoopGroup(1, BasicThreadFactory.builder().namingPattern("counts-http").build());
  private final Channel listener;

  /**
   * The connections whose heads are not complete, oldest first. Used by the thread {@code
   * counts-http} only.
   */
  private final Set<Connection> waiting = new LinkedHashSet<>();

  /**
   * The head of a request.
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
   * @param address port 0 is any free one
   * @param threads how many answers are made at a time
   * @param patienceMillis how long a client may take for its head, and for each part of the answer
   * @throws IOException if the port cannot be had
   */
  ReaderHttp(InetSocketAddress address, int threads, long patienceMillis, Handler handler)
      throws IOException {
    this.handler = handler;
    this.patienceMillis = patienceMillis;
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(new Clients())
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      var unused = loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
      throw new BindException(bound.cause().getMessage());
    }
    listener = bound.channel();
    answering =
        new ThreadPoolExecutor(
            threads,
            threads,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            BasicThreadFactory.builder().namingPattern("counts-http-%d").build());
    answering.prestartAllCoreThreads();
  }

  int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
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

  private final class Clients extends ChannelInitializer<SocketChannel> {
    @Override
    protected void initChannel(SocketChannel channel) {
      channel
          .pipeline()
          .addLast(
              new HttpServerCodec(MAX_HEAD_BYTES, MAX_HEAD_BYTES, MAX_HEAD_BYTES),
              new WriteTimeoutHandler(patienceMillis, TimeUnit.MILLISECONDS),
              new Connection(channel));
    }
  }

  /** The connection of one client. */
  final class Connection extends SimpleChannelInboundHandler<HttpObject> {
    private final Channel channel;

    /** The last part that was pushed. */
    private volatile ChannelFuture pushed;

    private Connection(Channel channel) {
      this.channel = channel;
      pushed = channel.newSucceededFuture();
    }

    /** Sends the whole answer. Thread-safe. */
    void send(int status, Map<String, String> headers, byte[] body) {
      ByteBuf content = Unpooled.wrappedBuffer(body);
      HttpResponse answer =
          withHeaders(
              new DefaultFullHttpResponse(
                  HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), content),
              headers);
      answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
      channel.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
    }

    /** Begins an answer whose parts come by {@link #push}, until the client leaves. Thread-safe. */
    void stream(int status, Map<String, String> headers) {
      pushed =
          channel.writeAndFlush(
              withHeaders(
                  new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status)),
                  headers));
    }

    /** Adds a part; to be called again when {@link #isIdle}. Thread-safe. */
    void push(byte[] part) {
      pushed = channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(part)));
    }

    /** Whether the client has taken all that was pushed. Thread-safe. */
    boolean isIdle() {
      return pushed.isDone();
    }

    /** False when the client has left, or was dropped. Thread-safe. */
    boolean isOpen() {
      return channel.isOpen();
    }

    private void end() {
      var unused = channel.close();
    }

    private static <R extends HttpResponse> R withHeaders(R answer, Map<String, String> headers) {
      headers.forEach((name, value) -> answer.headers().set(name, value));
      answer.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      return answer;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      waiting.add(this);
      if (waiting.size() > MAX_WAITING) {
        waiting.iterator().next().end();
      }
      var unused =
          context
              .executor()
              .schedule(
                  () -> {
                    if (waiting.contains(this)) {
                      end();
                    }
                  },
                  patienceMillis,
                  TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      waiting.remove(this);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
      if (part.decoderResult().isFailure()) {
        end();
      } else if (part instanceof HttpRequest head && waiting.remove(this)) {
        Request request = new Request(head.method().name(), head.uri(), host(head));
        answering.execute(() -> answer(request));
      }
    }

    private static String host(HttpRequest head) {
      List<String> hosts = head.headers().getAll(HttpHeaderNames.HOST);
      return hosts.size() == 1 ? hosts.get(0).toLowerCase(Locale.ROOT) : "";
    }

    private void answer(Request request) {
      try {
        handler.answer(request, this);
      } catch (Throwable e) {
        end();
        warn(e);
      }
    }

    /**
     * Ends a connection whose client left, sends no HTTP or reads nothing, or after an error of our
     * own.
     */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable trouble) {
      end();
      if (!(trouble instanceof IOException)) {
        LOG.debug("a connection has failed", trouble);
      }
    }

    private static void warn(Throwable trouble) {
      try {
        LOG.warn("a request could not be answered", trouble);
      } catch (Throwable e) {
        // there is no memory for a log line; the next request may do better
      }
    }
  }
}
