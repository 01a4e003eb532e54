package pipeline.server.broker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BlockedCallback;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmCallback;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ReturnCallback;
import com.rabbitmq.client.ShutdownNotifier;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.UnblockedCallback;
import com.rabbitmq.client.impl.AMQImpl;
import com.rabbitmq.client.impl.ShutdownNotifierComponent;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.lang3.function.Failable;
import org.apache.commons.lang3.function.FailableBiConsumer;

/** A broker made of proxies that shows the rare faults of a real one. */
public final class FakeBroker extends ConnectionFactory {
  private final List<FakeConnection> connections = new CopyOnWriteArrayList<>();
  private volatile FailableBiConsumer<FakeChannel, Long, IOException> onPublish = FakeChannel::ack;

  FakeBroker() {
    setSocketConfigurator(socket -> {});
  }

  @Override
  public Connection newConnection(String name) throws IOException {
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

  /** Sets the reaction to a publish, on the publisher's thread; it is told the delivery tag. */
  public void onPublish(FailableBiConsumer<FakeChannel, Long, IOException> next) {
    onPublish = next;
  }

  public int connectionsMade() {
    return connections.size();
  }

  public FakeConnection current() {
    return connections.get(connections.size() - 1);
  }

  /** What connections and channels have in common: they end, and tell who listens. */
  public abstract static class Closable extends ShutdownNotifierComponent {
    private final Map<String, Object[]> listeners = new ConcurrentHashMap<>();

    public Void close(String reason) {
      if (setShutdownCauseIfOpen(signal(reason))) {
        notifyListeners();
      }
      return null;
    }

    /** What was registered last by a method, by its place among the arguments. */
    final <T> T listener(Class<T> type, String method, int place) {
      return type.cast(listeners.get(method)[place]);
    }

    /** The answer to a call of what both have. */
    final Object answer(Method method, Object[] arguments) throws ReflectiveOperationException {
      if (method.getDeclaringClass() == ShutdownNotifier.class) {
        return method.invoke(this, arguments);
      }
      if (method.getName().endsWith("Listener")) {
        listeners.put(method.getName(), arguments);
      }
      return method.getName().equals("abort") ? close("closed by the client") : null;
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
                  default -> answer(method, arguments);
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

    /** Ends the connection, but tells no listener. */
    public void endUnheard() {
      setShutdownCauseIfOpen(signal("unheard"));
    }

    @Override
    public Void close(String reason) {
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
                      var reaction = onPublish;
                      reaction.accept(this, published.incrementAndGet());
                      yield null;
                    }
                    default -> answer(method, arguments);
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
      ConfirmCallback callback = listener(ConfirmCallback.class, "addConfirmListener", place);
      Failable.run(() -> callback.handle(tag, multiple));
    }

    public long published() {
      return published.get();
    }
  }

  /** A channel-level end, as a broker that refuses something sends it. */
  private static ShutdownSignalException signal(String reason) {
    return new ShutdownSignalException(
        false, false, new AMQImpl.Channel.Close(406, reason, 0, 0), null);
  }

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
