package pipeline.server.broker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BlockedCallback;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmCallback;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ReturnCallback;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.UnblockedCallback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A broker made of proxies that shows the rare faults of a real one. */
public final class FakeBroker extends ConnectionFactory {
  private final List<FakeConnection> connections = new CopyOnWriteArrayList<>();
  private volatile boolean away;
  private volatile OnPublish onPublish = FakeChannel::ack;

  FakeBroker() {
    setSocketConfigurator(socket -> {});
  }

  /** The reaction to a publish, on the publisher's thread. */
  public interface OnPublish {
    void published(FakeChannel channel, long tag) throws IOException;
  }

  @Override
  public Connection newConnection(String name) throws IOException {
    if (away) {
      throw new IOException("connection refused");
    }
    FakeConnection connection = new FakeConnection();
    connections.add(connection);
    getSocketConfigurator().configure(socketOf(connection));
    return connection.proxy;
  }

  /** A socket whose end is that of the connection. */
  private static Socket socketOf(FakeConnection connection) {
    return new Socket() {
      @Override
      public void setSoLinger(boolean on, int seconds) {}

      @Override
      public synchronized void close() {
        connection.close("aborted");
      }
    };
  }

  public void onPublish(OnPublish next) {
    onPublish = next;
  }

  public void goAway() {
    away = true;
    connections.forEach(connection -> connection.close("the broker has gone"));
  }

  public void comeBack() {
    away = false;
  }

  public int connectionsMade() {
    return connections.size();
  }

  FakeConnection first() {
    return connections.get(0);
  }

  public FakeConnection current() {
    return connections.get(connections.size() - 1);
  }

  /** What connections and channels have in common: they end, and tell who listens. */
  public abstract static class Closable {
    private final Map<String, Object[]> listeners = new ConcurrentHashMap<>();
    private volatile boolean open = true;

    public final boolean isOpen() {
      return open;
    }

    public synchronized Void close(String reason) {
      if (open) {
        open = false;
        if (listeners.containsKey("addShutdownListener")) {
          listener(ShutdownListener.class, "addShutdownListener", 0)
              .shutdownCompleted(signal(reason));
        }
      }
      return null;
    }

    /** What was registered last by a method, by its place among the arguments. */
    final <T> T listener(Class<T> type, String method, int place) {
      return type.cast(listeners.get(method)[place]);
    }

    /** The answer to a call of what both have. */
    final Object answer(String method, Object[] arguments) {
      if (method.endsWith("Listener")) {
        listeners.put(method, arguments);
      }
      return switch (method) {
        case "isOpen" -> open;
        case "abort" -> close("closed by the client");
        default -> null;
      };
    }
  }

  /** A connection to the fake broker. */
  public final class FakeConnection extends Closable {
    private final List<FakeChannel> channels = new CopyOnWriteArrayList<>();
    private final Connection proxy =
        fake(
            Connection.class,
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "openChannel" -> Optional.of(channel());
                  case "getServerProperties" -> Map.of("product", "RabbitMQ");
                  case "getCloseReason" -> isOpen() ? null : signal("closed");
                  default -> answer(method.getName(), arguments);
                });

    public void block(String reason) throws IOException {
      listener(BlockedCallback.class, "addBlockedListener", 0).handle(reason);
    }

    public void unblock() throws IOException {
      listener(UnblockedCallback.class, "addBlockedListener", 1).handle();
    }

    /** The channels that messages went over, open or not. */
    public List<FakeChannel> channels() {
      return channels;
    }

    /** Ends the connection as {@link #close} does, but tells no listener. */
    public void endUnheard() {
      super.listeners.clear();
      close("unheard");
    }

    @Override
    public synchronized Void close(String reason) {
      channels.forEach(channel -> channel.close(reason));
      return super.close(reason);
    }

    private Channel channel() {
      FakeChannel channel = new FakeChannel(this);
      channels.add(channel);
      return channel.proxy;
    }
  }

  /** A channel of the fake broker. */
  public final class FakeChannel extends Closable {
    private final AtomicLong published = new AtomicLong();
    private final Channel proxy;

    FakeChannel(FakeConnection connection) {
      proxy =
          fake(
              Channel.class,
              (self, method, arguments) ->
                  switch (method.getName()) {
                    case "getConnection" -> connection.proxy;
                    case "getNextPublishSeqNo" -> published() + 1;
                    case "basicPublish" -> {
                      // who sees the message may set another reaction, which is not for it
                      OnPublish reaction = onPublish;
                      reaction.published(this, published.incrementAndGet());
                      yield null;
                    }
                    default -> answer(method.getName(), arguments);
                  });
    }

    public void ack(long tag) {
      ack(tag, false);
    }

    void ack(long tag, boolean multiple) {
      tell(0, tag, multiple);
    }

    public void nack(long tag) {
      nack(tag, false);
    }

    void nack(long tag, boolean multiple) {
      tell(1, tag, multiple);
    }

    /** Returns a message that no queue takes. */
    void giveBack(long tag, String why) {
      AMQP.BasicProperties properties =
          new AMQP.BasicProperties.Builder().messageId(Long.toString(tag)).build();
      listener(ReturnCallback.class, "addReturnListener", 0)
          .handle(new Return(312, why, "", "", properties, new byte[0]));
    }

    private void tell(int place, long tag, boolean multiple) {
      try {
        listener(ConfirmCallback.class, "addConfirmListener", place).handle(tag, multiple);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    public long published() {
      return published.get();
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
