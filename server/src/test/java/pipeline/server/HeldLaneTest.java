package pipeline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What becomes of everybody else while a client that does not read its answer holds a lane. */
class HeldLaneTest extends OnFakeBroker {

  @Test
  void clientThatDoesNotReadHoldsNobodyElse() {
    start(1, 1_000);
    CountDownLatch reads = new CountDownLatch(1);
    AtomicInteger finished = new AtomicInteger();
    broker.onPublish((channel, tag) -> {});
    publish(1);
    await().until(() -> published() == 1);
    publishUnread(reads, finished);
    Answers ofTheSameBatch = publish(10);
    broker.onPublish(FakeBroker.FakeChannel::ack);
    ackQuietly(publishingChannels().get(0), 1);
    ofTheSameBatch.await(10);
    for (int i = 0; i < 3; i++) {
      Answers later = publish(10);
      later.await(10);
      assertThat(later.confirmed()).isEqualTo(10);
    }
    assertThat(ofTheSameBatch.confirmed()).isEqualTo(10);
    assertThat(finished).hasValue(0);
    reads.countDown();
    await().until(() -> finished.get() == 1);
    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("publisher-lane"))
                        .count()
                    == 1);
  }

  @Test
  void batchInFlightIsAnsweredWhileAClientThatDoesNotReadHoldsItsLane() {
    start(1, 1_000);
    CountDownLatch reads = new CountDownLatch(1);
    AtomicInteger finished = new AtomicInteger();
    broker.onPublish((channel, tag) -> {});
    publishUnread(reads, finished);
    await().until(() -> published() == 1);
    Answers next = publish(10);
    broker.onPublish(FakeBroker.FakeChannel::ack);
    // the lane publishes the ten, and before it awaits their confirm it answers the one
    ackQuietly(publishingChannels().get(0), 1);
    next.await(10);
    assertThat(next.confirmed()).isEqualTo(10);
    assertThat(finished).hasValue(0);
    reads.countDown();
    await().until(() -> finished.get() == 1);
  }

  /** An entry whose answer blocks, as a write to a full socket does. */
  private void publishUnread(CountDownLatch reads, AtomicInteger finished) {
    publisher.publish(
        entry(1, 0),
        new Completion() {
          @Override
          public void ended(Verdict verdict) {
            throw new AssertionError("the lane sends it");
          }

          @Override
          public void send() {
            try {
              reads.await();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          }

          @Override
          public void finished() {
            finished.incrementAndGet();
          }
        });
  }
}
