package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.impl.FrameHandler;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A broker that takes every connection and subscription, and then ends the connection; the message
 * that may be its reason is sought.
 */
@Timeout(30)
class SubscriptionTest extends OnRecordedChannel {
  private static final int ENOUGH = PoisonSearch.PATIENCE + 2;

  private final PoisonSearch search = new PoisonSearch();

  /** The time at which each connection was made. */
  private final List<Long> connections = new CopyOnWriteArrayList<>();

  /** The prefetch with which each connection was subscribed. */
  private final List<Integer> prefetches = new CopyOnWriteArrayList<>();

  /** The deliveries that a subscribed connection brings before it ends. */
  private interface Deliveries {
    void on(ScriptedSocket socket, FrameHandler frames) throws IOException;
  }

  private final class EndingBroker extends ConnectionFactory {
    private final ScriptedSocket socket = new ScriptedSocket();
    private final FrameHandler frames;
    private final Deliveries deliveries;

    EndingBroker(UnaryOperator<FrameHandler> frames, Deliveries deliveries) {
      this.frames = frames.apply(socket.handler());
      this.deliveries = deliveries;
    }

    @Override
    public Connection newConnection(ExecutorService executor, String name) {
      connections.add(System.nanoTime());
      return ScriptedSocket.proxy(
          Connection.class,
          (proxy, method, args) ->
              switch (method.getName()) {
                case "openChannel" -> Optional.of(channel((Connection) proxy));
                case "getServerProperties" -> Map.of("product", "RabbitMQ");
                default -> null;
              });
    }

    private Channel channel(Connection connection) {
      return ScriptedSocket.proxy(
          Channel.class,
          (proxy, method, args) ->
              switch (method.getName()) {
                case "getConnection" -> connection;
                case "getChannelNumber" -> 1;
                case "basicQos" -> {
                  prefetches.add((int) args[0]);
                  yield null;
                }
                case "basicConsume" -> {
                  deliveries.on(socket, frames);
                  frames.close();
                  yield "tag";
                }
                default -> null;
              });
    }
  }

  /** Consumes until enough connections were made and subscribed. */
  private void consume(Deliveries deliveries, Callable<Boolean> isEnough) {
    try (Subscription subscription =
        new Subscription(frames -> new EndingBroker(frames, deliveries), () -> {}, context)) {
      subscription.start();
      await().until(isEnough);
    }
    assertThat(crashed.get()).isNull();
  }

  @Test
  void theNextOneWaitsEverLongerThoughEachWasSubscribed() {
    consume((socket, frames) -> {}, () -> prefetches.size() >= ENOUGH);
    long least = 50;
    for (int i = 1; i < ENOUGH; i++) {
      long waited = TimeUnit.NANOSECONDS.toMillis(connections.get(i) - connections.get(i - 1));
      assertThat(waited).as("before connection %d", i + 1).isGreaterThanOrEqualTo(least);
      least *= 2;
    }
  }

  @Test
  void messagesAreTakenAloneAfterAFewThoughEachWasSubscribed() {
    consume(
        (socket, frames) -> {
          socket.header(1, 7);
          frames.readFrame();
        },
        () -> health.trouble().orElse("").equals("the first message of q ends every connection"));
    assertThat(prefetches.subList(0, PoisonSearch.PATIENCE)).containsOnly(PREFETCH);
    assertThat(prefetches.subList(PoisonSearch.PATIENCE, ENOUGH)).containsOnly(1);
  }

  /**
   * Each letter is a connection that has ended: {@code f} brought messages and acked none, {@code
   * a} acked some, {@code n} brought none, {@code l} lasted.
   */
  @ParameterizedTest
  @CsvSource({
    "ff, false, false",
    "fff, true, false",
    "ffaff, false, false",
    "nnnnnnnnnn, false, false",
    "fffff, true, false",
    "ffffff, true, true",
    "ffffffl, false, false",
  })
  void messagesAreTakenAloneAfterAFewConnectionsWithoutAnAck(
      String connections, boolean isAlone, boolean isStuck) {
    assertThat(after(connections)).containsExactly(isAlone, isStuck);
  }

  @Test
  void aloneTheNeighboursBeforeTheCulpritAreAckedAndItIsStillSoughtAlone() {
    assertThat(after("ffffa")).containsExactly(true, false);
    assertThat(after("ff")).containsExactly(true, false);
    assertThat(after("f")).containsExactly(true, true);
  }

  private List<Boolean> after(String connections) {
    connections
        .chars()
        .forEach(
            connection -> {
              switch (connection) {
                case 'l' -> search.lasted();
                case 'n' -> search.ended(0, 0);
                default -> search.ended(8, connection == 'a' ? 7 : 0);
              }
            });
    return List.of(search.isAlone(), search.isStuck());
  }
}
