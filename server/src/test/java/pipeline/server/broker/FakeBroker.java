package pipeline.server.broker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BlockedCallback;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmCallback;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ReturnCallback;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.UnblockedCallback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import pipeline.server.lifecycle.Threads;
import pipeline.wire.amqp.Topology;

/** A broker made of proxies that shows the rare faults of a real one. */
public final class FakeBroker implements BrokerSupervisor.SessionSource {
  public static final Topology TOPOLOGY = new Topology("q", Topology.QueueType.CLASSIC);

  private final ChannelConfig config;
  private final ThreadFactory threads = new Threads("fake-broker");
  private final List<FakeConnection> connections = new CopyOnWriteArrayList<>();
  private volatile boolean away;
  private volatile Error failure;
  private volatile boolean channelsUsedUp;
  private volatile String refusal = "";
  private volatile OnPublish onPublish = FakeChannel::ack;

  /** The reaction to a publish, on the publisher's thread. */
  public interface OnPublish {
    void published(FakeChannel channel, long tag) throws IOException;
  }

  FakeBroker(ChannelConfig config) {
    this.config = config;
  }

  @Override
  public BrokerSession open() throws IOException {
    if (failure != null) {
      throw failure;
    }
    if (away) {
      throw new IOException("connection refused");
    }
    FakeConnection connection = new FakeConnection();
    connections.add(connection);
    return new BrokerSession(
        connection.proxy(), TOPOLOGY, config, () -> connection.close("aborted"), threads);
  }

  @Override
  public void abort() {
    current().close("aborted");
  }

  public void onPublish(OnPublish next) {
    onPublish = next;
  }

  public void goAway() {
    away = true;
    connections.forEach(connection -> connection.close("the broker has gone"));
  }

  /** Makes every attempt to connect end with {@code error}, until {@link #comeBack}. */
  public void failConnecting(Error error) {
    failure = error;
  }

  public void comeBack() {
    away = false;
    failure = null;
  }

  public void useUpChannels() {
    channelsUsedUp = true;
  }

  /** Makes the broker refuse every declaration; an empty reason ends that. */
  public void refuseQueue(String reason) {
    refusal = reason;
  }

  public int connectionsMade() {
    return connections.size();
  }

  public FakeConnection current() {
    return connections.get(connections.size() - 1);
  }

  /** A connection to the fake broker. */
  public final class FakeConnection {
    private final List<FakeChannel> channels = new CopyOnWriteArrayList<>();
    private final List<ShutdownListener> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean open = true;
    private final AtomicInteger declarations = new AtomicInteger();
    private final Map<String, Object[]> registered = new ConcurrentHashMap<>();

    public void block(String reason) throws IOException {
      ((BlockedCallback) registered.get("blocked")[0]).handle(reason);
    }

    public void unblock() throws IOException {
      ((UnblockedCallback) registered.get("blocked")[1]).handle();
    }

    public int declarations() {
      return declarations.get();
    }

    /** The channels that messages went over, open or not. */
    public List<FakeChannel> channels() {
      return channels;
    }

    /** Ends the connection as {@link #close} does, but tells no listener. */
    public void endUnheard() {
      listeners.clear();
      close("unheard");
    }

    public synchronized Void close(String reason) {
      if (open) {
        open = false;
        channels.forEach(channel -> channel.close(reason));
        listeners.forEach(listener -> listener.shutdownCompleted(signal(reason)));
      }
      return null;
    }

    private Channel channel(Connection owner) {
      FakeChannel channel = new FakeChannel(this);
      channels.add(channel);
      return channel.proxy(owner);
    }

    private Connection proxy() {
      return fake(
          Connection.class,
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "createChannel" -> channelsUsedUp ? null : channel((Connection) proxy);
                case "openChannel" -> Optional.of(channel((Connection) proxy));
                case "isOpen" -> open;
                case "getServerProperties" -> Map.of("product", "fake");
                case "getCloseReason" -> open ? null : signal("closed");
                case "addShutdownListener" -> listeners.add((ShutdownListener) arguments[0]);
                case "addBlockedListener" -> registered.put("blocked", arguments);
                case "abort" -> close("closed by the client");
                default -> null;
              });
    }
  }

  /** A channel of the fake broker. */
  public final class FakeChannel {
    private final FakeConnection connection;
    private final List<ShutdownListener> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, Object[]> registered = new ConcurrentHashMap<>();
    private volatile boolean open = true;
    private final AtomicLong published = new AtomicLong();
    private final Queue<GetResponse> sent = new ConcurrentLinkedQueue<>();

    FakeChannel(FakeConnection connection) {
      this.connection = connection;
    }

    public void ack(long tag) {
      tell(registered.get("confirms")[0], tag);
    }

    public void nack(long tag) {
      tell(registered.get("confirms")[1], tag);
    }

    private static void tell(Object callback, long tag) {
      try {
        ((ConfirmCallback) callback).handle(tag, false);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    public void giveBack(long tag) {
      ReturnCallback returns = (ReturnCallback) registered.get("returns")[0];
      returns.handle(
          new Return(
              312,
              "NO_ROUTE",
              "q",
              "q",
              new AMQP.BasicProperties.Builder().messageId(Long.toString(tag)).build(),
              new byte[0]));
    }

    public boolean isOpen() {
      return open;
    }

    public long published() {
      return published.get();
    }

    /** The messages that were published, in order. */
    public Queue<GetResponse> sent() {
      return sent;
    }

    public Void close(String reason) {
      if (open) {
        open = false;
        listeners.forEach(listener -> listener.shutdownCompleted(signal(reason)));
      }
      return null;
    }

    private Channel proxy(Connection owner) {
      return fake(
          Channel.class,
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "getConnection" -> owner;
                case "isOpen" -> open;
                case "getNextPublishSeqNo" -> published.get() + 1;
                case "addConfirmListener" -> registered.put("confirms", arguments);
                case "addReturnListener" -> registered.put("returns", arguments);
                case "addShutdownListener" -> listeners.add((ShutdownListener) arguments[0]);
                case "queueDeclare" -> {
                  if (!refusal.isEmpty()) {
                    throw new IOException(signal(refusal));
                  }
                  connection.declarations.incrementAndGet();
                  yield null;
                }
                case "basicPublish" -> {
                  AMQP.BasicProperties properties = (AMQP.BasicProperties) arguments[3];
                  sent.add(new GetResponse(null, properties, (byte[]) arguments[4], 0));
                  onPublish.published(this, published.incrementAndGet());
                  yield null;
                }
                case "abort" -> close("aborted");
                default -> null;
              });
    }
  }

  /** A channel-level end, as a broker that refuses something sends it. */
  private static ShutdownSignalException signal(String reason) {
    AMQP.Channel.Close close =
        new AMQP.Channel.Close.Builder()
            .replyCode(406)
            .replyText(reason)
            .classId(0)
            .methodId(0)
            .build();
    return new ShutdownSignalException(false, false, close, null);
  }

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
