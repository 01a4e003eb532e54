package pipeline.rig;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.impl.ForgivingExceptionHandler;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.exception.ExceptionUtils;
import pipeline.testkit.process.Await;
import pipeline.testkit.rabbit.PrivateRabbit;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;
import pipeline.wire.settings.Settings;

/**
 * A look from outside at the queues of a rig, on any broker and past all proxies. It connects when
 * it is first asked, and again when the connection has ended, as with a broker that was killed. Not
 * thread-safe.
 */
public final class Queues implements Closeable {
  private static final long POLL_MILLIS = 50;
  private static final int CLOSE_MILLIS = 2_000;

  /** The limit for the acks of Flink, which follow checkpoints of a large state. */
  private static final Duration ACK_LIMIT = Duration.ofMinutes(8);

  private final BrokerSettings broker;
  private final Topology all;
  private final List<Topology> counted;
  private Connection connection;

  /**
   * Asks nothing yet.
   *
   * @param url of the broker, as {@code RABBITMQ_URL} has it
   * @param spec whose counters' queues are looked at
   */
  public Queues(String url, Spec spec) {
    broker = BrokerSettings.from(new Settings(Map.of("RABBITMQ_URL", url), new Properties()));
    all = spec.topology();
    counted = spec.counters().stream().map(spec::topology).toList();
  }

  /**
   * The connection, for what this class does not do.
   *
   * @throws IOException no broker answers, or it refuses the user; the message has no password
   */
  public Connection connection() throws IOException {
    if (connection == null || !connection.isOpen()) {
      connection = connect();
    }
    return connection;
  }

  private Connection connect() throws IOException {
    ConnectionFactory factory = broker.connectionFactory();
    factory.setExceptionHandler(
        new ForgivingExceptionHandler() {
          @Override
          public void handleUnexpectedConnectionDriverException(Connection lost, Throwable e) {
            // the call that is under way says so, or the next one connects again
          }
        });
    try {
      return factory.newConnection("queues");
    } catch (AuthenticationFailureException e) {
      throw refused(e.getMessage(), e);
    } catch (IOException | TimeoutException e) {
      if (ExceptionUtils.getRootCause(e) instanceof ShutdownSignalException signal
          && signal.getReason() instanceof AMQP.Connection.Close close) {
        throw refused(close.getReplyText(), e);
      }
      String reason = ExceptionUtils.getRootCauseMessage(e);
      throw new IOException("no broker answers at " + broker + ": " + reason, e);
    }
  }

  private IOException refused(String reason, Exception cause) {
    return new IOException("the broker at " + broker + " refuses: " + reason, cause);
  }

  /** Name and version as the broker tells them, such as {@code RabbitMQ 4.0.5}. */
  public String product() throws IOException {
    return property("product").replaceAll("^Apache | Core$", "") + " " + property("version");
  }

  /** Product, version, type of queue where there are several, and nodes. */
  public String about(Topology.QueueType type) throws IOException {
    boolean typed = property("product").equals("RabbitMQ");
    String queues = typed ? type.name().toLowerCase(Locale.ROOT) + ", " : "";
    return product() + ", " + queues + broker.hosts();
  }

  private String property(String name) throws IOException {
    return String.valueOf(connection().getServerProperties().get(name));
  }

  /** The number of messages that wait; a queue that does not exist holds none. */
  public long waiting() throws IOException {
    return sum(names(), Channel::messageCount);
  }

  /** The number of messages that no consumer could read. */
  public long dead() throws IOException {
    List<String> dead = counted.stream().map(Topology::deadQueue).toList();
    return sum(dead, Channel::messageCount);
  }

  /** Whether at least so many channels consume from each queue, or share its partitions. */
  public boolean areConsumed(int channels) throws IOException {
    for (Topology each : counted) {
      List<String> parts = each.partitionQueues();
      if (sum(parts, Channel::consumerCount) < channels) {
        return false;
      }
    }
    return true;
  }

  /** Waits until each queue, or all of its partitions, holds so many messages at least. */
  void awaitWaiting(int least, Duration limit) throws IOException, InterruptedException {
    for (Topology each : counted) {
      List<String> parts = each.partitionQueues();
      if (!Await.holds(limit, () -> sum(parts, Channel::messageCount) >= least)) {
        throw new IOException("no " + least + " messages in " + each.queue());
      }
    }
  }

  /**
   * Waits until no message waits.
   *
   * @return false if there have not become fewer for as long as {@code patience}
   */
  public boolean empty(Duration patience) throws IOException, InterruptedException {
    long waiting = waiting();
    long fewest = waiting;
    long since = System.nanoTime();
    while (waiting > 0 && System.nanoTime() - since < patience.toNanos()) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      waiting = waiting();
      if (waiting < fewest) {
        fewest = waiting;
        since = System.nanoTime();
      }
    }
    return waiting == 0;
  }

  /** The number of messages that wait or are unacked, by {@code rabbitmqctl} of a node. */
  public long held(PrivateRabbit node) throws IOException {
    return node.messages(names());
  }

  /**
   * Waits until no message is unacked. Flink acks after its next checkpoint. From RabbitMQ 4.3 on,
   * a consumer whose node was lost holds messages for seconds, and they come again then.
   */
  void awaitNoneHeld(List<PrivateRabbit> nodes) throws IOException, InterruptedException {
    PrivateRabbit living =
        nodes.stream()
            .filter(each -> each.node().isAlive())
            .findFirst()
            .orElseThrow(() -> new IOException("no node of the broker is left"));
    Await.until("ack of the last message", ACK_LIMIT, () -> held(living) == 0);
  }

  /** The names of the queues that are counted, of all partitions. */
  public List<String> names() {
    return counted.stream().flatMap(each -> each.partitionQueues().stream()).toList();
  }

  /** Forgets the messages that wait. */
  public void purge() throws IOException {
    sum(names(), (channel, queue) -> channel.queuePurge(queue).getMessageCount());
  }

  /** Deletes the queues that are counted with all they hold; their exchange stays. */
  public void deleteQueues() throws IOException {
    sum(names(), Queues::deleteQueue);
  }

  /** Deletes all queues and exchanges. */
  public void delete() throws IOException {
    Set<String> exchanges = new LinkedHashSet<>(Set.of(all.exchange()));
    Set<String> queues = new LinkedHashSet<>();
    for (Topology each : all.each()) {
      exchanges.add(each.deadExchange());
      // with several partitions the queue of the topology's own name is their mark
      queues.addAll(List.of(each.queue(), each.deadQueue()));
      queues.addAll(each.partitionQueues());
    }
    sum(
        exchanges,
        (channel, exchange) -> {
          channel.exchangeDelete(exchange);
          return 0;
        });
    sum(queues, Queues::deleteQueue);
  }

  private static long deleteQueue(Channel channel, String queue) throws IOException {
    return channel.queueDelete(queue).getMessageCount();
  }

  private interface Question {
    long messages(Channel channel, String name) throws IOException;
  }

  /** Asks about each name; one that does not exist has nothing. */
  private long sum(Collection<String> names, Question question) throws IOException {
    long sum = 0;
    for (String name : names) {
      try {
        sum += answer(name, question);
      } catch (AlreadyClosedException e) {
        // it ended after it was found open
        throw new IOException("the connection to the broker has ended", e);
      }
    }
    return sum;
  }

  /** Asks on a new channel, since the broker closes it when the queue does not exist. */
  private long answer(String name, Question question) throws IOException {
    Channel channel = connection().createChannel();
    try {
      return question.messages(channel, name);
    } catch (IOException e) {
      if (isNotFound(e)) {
        return 0;
      }
      throw new IOException("the broker refuses: " + e.getCause(), e);
    } finally {
      channel.abort();
    }
  }

  private static boolean isNotFound(IOException e) {
    return e.getCause() instanceof ShutdownSignalException signal
        && signal.getReason() instanceof AMQP.Channel.Close close
        && close.getReplyCode() == AMQP.NOT_FOUND;
  }

  @Override
  public void close() {
    if (connection != null) {
      // the broker may be gone already, and with it the connection
      connection.abort(CLOSE_MILLIS);
    }
  }
}
