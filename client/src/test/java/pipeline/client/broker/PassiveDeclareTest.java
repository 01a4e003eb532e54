package pipeline.client.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AddressResolver;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.impl.AMQImpl;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;

class PassiveDeclareTest {
  private static final Map<String, Integer> READY = Map.of("q.0", 3, "q.1", 40);

  private static PassiveDeclare of(String... queues) {
    Channel channel =
        proxy(
            Channel.class,
            (self, method, arguments) -> {
              if (!method.getName().equals("queueDeclarePassive")) {
                return null;
              }
              String queue = (String) arguments[0];
              if (!READY.containsKey(queue)) {
                throw new IOException("no queue");
              }
              return new AMQImpl.Queue.DeclareOk(queue, READY.get(queue), 0);
            });
    Connection connection = proxy(Connection.class, (self, method, arguments) -> channel);
    ConnectionFactory factory =
        new ConnectionFactory() {
          @Override
          public Connection newConnection(
              ExecutorService executor, AddressResolver nodes, String name) {
            return connection;
          }
        };
    return new PassiveDeclare(factory, "amqp://b:1", List.of(queues));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @Test
  void theMessagesOfAllPartitionsAreAddedUp() throws IOException {
    assertThat(of("q.0", "q.1").read().ready()).hasValue(43);
    assertThat(of("q.0").read().ready()).hasValue(3);
  }

  @Test
  void thePartitionThatIsMissingIsNamed() {
    assertThatThrownBy(() -> of("q.0", "q.2", "q.1").read())
        .hasMessage("amqp://b:1 does not tell the depth of q.2: no queue");
  }
}
