package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static pipeline.consumer.amqp.CountLatency.millis;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Entries;
import pipeline.consumer.workload.WordCountHandler;
import pipeline.wire.amqp.PublishTime;

/** Each line has the time from its publishing to the commit that counts it. */
class CountLatencyTest {
  private static final Offset<Double> A_THOUSANDTH = within(0.02);

  private final AtomicLong micros = new AtomicLong();
  private final ConsumerStats stats = new ConsumerStats(micros::get);
  private final CountLatency latency = stats.latency();

  private static BasicProperties published(long micros) {
    return PublishTime.stamp(new BasicProperties.Builder().contentType("application/json"), micros)
        .build();
  }

  private void commitAt(long now) throws IOException {
    micros.set(now);
    latency.recording(() -> {}).run();
  }

  @Test
  void aMessageAddedDuringACommitIsCountedByTheNext() throws Exception {
    latency.added(published(0), 1);
    micros.set(5_000);
    latency.recording(() -> latency.added(published(0), 1)).run();
    assertThat(latency.recorded().getTotalCount()).isEqualTo(1);
    commitAt(7_000);
    assertThat(millis(latency.recorded(), 100)).isCloseTo(7, A_THOUSANDTH);
  }

  @Test
  void linesOfAFailedCommitAreCountedByTheOneThatSucceeds() throws Exception {
    latency.added(published(0), 1);
    assertThatThrownBy(
            latency.recording(
                    () -> {
                      throw new IOException("no");
                    })
                ::run)
        .hasMessage("no");
    assertThat(latency.recorded().getTotalCount()).isZero();
    commitAt(9_000);
    assertThat(millis(latency.recorded(), 50)).isCloseTo(9, A_THOUSANDTH);
  }

  @Test
  void aPublisherWhoseClockIsAheadCountsAsAtOnceAndAMessageWithoutATimeNotAtAll() throws Exception {
    latency.added(published(60_000_000), 1);
    latency.added(new BasicProperties(), 1);
    commitAt(5_000);
    assertThat(latency.recorded().getTotalCount()).isEqualTo(1);
    assertThat(millis(latency.recorded(), 100)).isZero();
  }

  @Test
  void aCopyDoesNotCountAndARedeliveredMessageCountsFromItsPublishing() throws Exception {
    MessageHandler<?> handler =
        new MessageHandler<>(new WordCountHandler(), CountedStore.words(), stats);
    byte[] lines = Entries.message(List.of(Entries.line(0, "a"), Entries.line(1, "a")));
    handler.handle(published(1_000), lines, (body, why) -> {});
    handler.handle(published(2_000), lines, (body, why) -> {});
    commitAt(9_000);
    assertThat(latency.recorded().getTotalCount()).isEqualTo(2);
    assertThat(millis(latency.recorded(), 100)).isCloseTo(8, A_THOUSANDTH);
  }
}
