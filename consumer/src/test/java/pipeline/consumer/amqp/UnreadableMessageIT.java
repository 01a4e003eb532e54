package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.MalformedFrameException;
import com.rabbitmq.client.impl.Frame;
import com.rabbitmq.client.impl.FrameHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.testkit.process.ChildProcess;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.settings.Settings;

/** Messages that the client library fails to read, between others. */
class UnreadableMessageIT extends OnRealQueue {

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void itIsADeadLetterAndAllOthersAreCountedOverTheSameConnection(int consumerThreads)
      throws Exception {
    threads = consumerThreads;
    publishLines(0, LINES / 2);
    publish(
        NestedTables.properties(NestedTables.TOO_MANY),
        List.of(Entries.message(Entries.range(0, 1))));
    publishLines(LINES / 2, LINES);

    try (ChildProcess consumer = consumer("", "--until-idle", "1")) {
      assertExact(consumer, LINES);
      assertThat(consumer.out()).contains("dead=1").contains("redelivered=0");
      assertThat(consumer.err()).doesNotContain("lost the broker");
    }
    assertThat(takeDead())
        .singleElement()
        .satisfies(
            letter -> assertThat(letter.getBody()).isEqualTo(Entries.message(Entries.range(0, 1))))
        .satisfies(
            letter ->
                assertThat(letter.getProps().getHeaders().get("reason").toString())
                    .contains("properties cannot be read"));
  }

  @Test
  void whatAMessageSaysDoesNotReachTheTerminalAsItIs() throws Exception {
    publish(
        new BasicProperties.Builder().contentType("x\u001b[2J\u202ey\nforged").build(),
        List.of(new byte[1]));
    try (ChildProcess consumer = consumer("", "--until-idle", "1")) {
      assertThat(consumer.await()).isZero();
      assertThat(consumer.err()).contains("the content type is x?[2J?y?forged, which");
    }
  }

  /**
   * The message fails for an unknown reason: the library is made to fail on bodies of one length.
   */
  @Test
  void oneOfAnotherKindIsFoundAloneAndNamedAndTheOthersAreCounted() throws Exception {
    int odd = 4_321;
    int lines = 60;
    publishLines(0, lines / 2);
    publish(JSON, List.of(new byte[odd]));
    publishLines(lines / 2, lines);

    CountedStore<Map<String, Integer>> counts = CountedStore.words();
    ConsumerStats stats = new ConsumerStats();
    Health health = new Health(System::nanoTime);
    UnackedBytes unacked = new UnackedBytes(16 << 20, health);
    ExecutorService threads = ConsumerThreads.start(2);
    BrokerSettings broker =
        BrokerSettings.from(
            new Settings(Map.of("RABBITMQ_URL", rabbit.url()), System.getProperties()));
    try (DeadLetters deadLetters =
            new DeadLetters(broker.connectionFactory(), TOPOLOGY, stats, health, e -> {});
        Subscription subscription =
            new Subscription(
                frames -> broker.connectionFactory(socket -> choking(frames.apply(socket), odd)),
                new DeliveryContext(
                    TOPOLOGY,
                    2,
                    5_000,
                    false,
                    new MessageHandler<>(new WordCountHandler(), counts, stats),
                    deadLetters,
                    stats,
                    threads,
                    unacked,
                    health,
                    e -> {}));
        Committer committer =
            new Committer(
                counts::commit,
                () -> false,
                subscription::consumers,
                unacked,
                health,
                100,
                e -> {})) {
      subscription.start();
      committer.start();
      await().atMost(SOON).until(() -> says(health, "a message of wordcount ends the connections"));
      await()
          .atMost(Duration.ofSeconds(90))
          .until(() -> says(health, "the first message of wordcount ends every connection"));
      assertThat(ready()).isLessThanOrEqualTo(1 + lines);

      await().atMost(SOON).until(() -> isRemoved(odd));

      await().atMost(Duration.ofSeconds(90)).until(() -> counts.lines() == lines);
      await().atMost(SOON).until(() -> health.trouble().isEmpty());
      assertThat(CountedStore.asMap(counts)).isEqualTo(countsOf(lines));
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean says(Health health, String trouble) {
    return health.trouble().filter(text -> text.contains(trouble)).isPresent();
  }

  /**
   * Frames that fail, as the library does, at the header of a message with {@code length} bytes.
   */
  private static FrameHandler choking(FrameHandler frames, long length) {
    return (FrameHandler)
        Proxy.newProxyInstance(
            UnreadableMessageIT.class.getClassLoader(),
            new Class<?>[] {FrameHandler.class},
            (proxy, method, args) -> {
              try {
                Object result = method.invoke(frames, args);
                if (result instanceof Frame frame
                    && frame.getType() == AMQP.FRAME_HEADER
                    && ByteBuffer.wrap(frame.getPayload()).getLong(4) == length) {
                  throw new MalformedFrameException("on purpose");
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /**
   * Whether the first message was the odd one, and is removed. If the consumer holds it just now,
   * the next message comes, and goes back.
   */
  private static boolean isRemoved(int length) throws Exception {
    return onChannel(
        channel -> {
          GetResponse first = channel.basicGet(TOPOLOGY.queue(), false);
          boolean found = first != null && first.getBody().length == length;
          if (found) {
            channel.basicAck(first.getEnvelope().getDeliveryTag(), false);
          }
          return found;
        });
  }
}
