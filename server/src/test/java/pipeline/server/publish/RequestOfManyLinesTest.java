package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pipeline.server.broker.FakeBroker.FakeChannel;
import pipeline.server.broker.OnFakeBroker;
import pipeline.server.broker.PublishResult;
import pipeline.server.broker.PublishResult.Failure;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.Lines;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * A request of many lines, in one message or several, is told once: when all are confirmed, or one
 * is refused.
 */
class RequestOfManyLinesTest extends OnFakeBroker {
  private static final RunId RUN = new RunId(0, 9);
  private static final String TOO_LARGE =
      "PRECONDITION_FAILED - message size 1100 is larger than configured max size 500";

  private final Queue<PublishResult> told = new ConcurrentLinkedQueue<>();
  private final Queue<String> calls = new ConcurrentLinkedQueue<>();

  private static Lines<Map<String, Integer>> lines(int number) {
    return Lines.of(IntStream.range(0, number).mapToObj(i -> Map.of("w" + i, 1)).toList());
  }

  private static Lines<Map<String, Integer>> lines(String... words) {
    return Lines.of(List.of(words).stream().map(word -> Map.of(word, 1)).toList());
  }

  private void publish(Lines<Map<String, Integer>> lines) {
    publisher.publish(new Entry<>(new RequestKey(RUN, 7), lines), new RecordedCalls(calls, told));
  }

  /** Publishes a request, and waits for its result. */
  private PublishResult resultOf(Lines<Map<String, Integer>> lines) {
    calls.clear();
    publish(lines);
    await().until(() -> calls.size() == 2);
    assertThat(calls).containsExactly("ended", "released");
    return told.remove();
  }

  @Test
  void perRequestEachLineIsAMessageAndTheRequestIsToldAfterTheLast() {
    start(4, 1);
    hold();
    publish(lines(4));
    awaitPublished(4);
    for (FakeChannel channel : publishingChannels()) {
      assertThat(told).isEmpty();
      channel.ack(1);
    }
    await().until(() -> calls.size() == 2);
    assertThat(told).containsExactly(PublishResult.CONFIRMED);
    assertThat(calls).containsExactly("ended", "released");
  }

  @Test
  void oneMessageWithoutItsConfirmRefusesTheWholeRequest() {
    start(2, 1);
    AtomicInteger messages = new AtomicInteger();
    broker.onPublish(
        (channel, tag) -> {
          if (messages.incrementAndGet() == 3) {
            channel.nack(tag);
          } else {
            channel.ack(tag);
          }
        });
    assertThat(resultOf(lines(20)).reason()).contains("nack");
    awaitPublished(20);
  }

  @Test
  void aLineThatNoMessageHoldsIsRefusedWithAllOfItsRequestAndNothingIsPublished() {
    start(1, 1_000);
    PublishResult result = resultOf(lines("a", "x".repeat(MESSAGE_BYTES)));
    assertThat(result.failure()).isEqualTo(Failure.TOO_LONG);
    assertThat(result.reason()).contains("BATCH_BYTES").contains("1048576 is the most");
    assertThat(published()).isZero();
  }

  @Test
  void aSingleLineThatTheBrokerFindsTooLargeMayNotComeAgainUnlessItWasBesideAnEnd() {
    start(1, 1_000);
    publishHeld();
    publish(lines("x".repeat(100)));
    Answers end = new Answers();
    publisher.publish(new RunEnd(RUN, 1), end.all()::add);
    broker.onPublish((channel, tag) -> channel.close(TOO_LARGE));
    publishingChannels().get(0).ack(1);
    assertThat(end.first().failure()).isEqualTo(Failure.BROKER);
    await().until(() -> !told.isEmpty());
    assertThat(told.remove().failure()).isEqualTo(Failure.BROKER);

    awaitAtRest();
    await().until(() -> supervisor.brokenPart().isEmpty());
    assertThat(resultOf(lines("x".repeat(400))).failure()).isEqualTo(Failure.TOO_LONG);
    awaitAtRest();
    heal();
    // the limit is known now, so that the broker is not asked
    assertThat(resultOf(lines("x".repeat(500))).failure()).isEqualTo(Failure.TOO_LONG);
    assertThat(published()).isZero();
  }

  @Test
  void whatDoesNotFitIntoTheQueueIsRefusedWhole() {
    start(1, 1);
    hold();
    Answers waiting = publish(2);
    awaitPublished(1);
    assertThat(resultOf(lines(100)).reason()).contains("too many");
    confirm();
    assertThat(waiting.confirmedOf(2)).isEqualTo(2);
    assertNextIsConfirmed();
    assertThat(published()).isEqualTo(3);
  }
}
