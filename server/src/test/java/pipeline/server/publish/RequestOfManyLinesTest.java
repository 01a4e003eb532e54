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
import pipeline.server.broker.FakeBroker;
import pipeline.server.broker.OnFakeBroker;
import pipeline.server.broker.PublishResult;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.Lines;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * A request of many lines, in one message or several, is told once and only when all have ended.
 */
class RequestOfManyLinesTest extends OnFakeBroker {
  private static final String TOO_LARGE =
      "PRECONDITION_FAILED - message size 1100 is larger than configured max size 500";

  private final Queue<PublishResult> told = new ConcurrentLinkedQueue<>();
  private final Queue<String> calls = new ConcurrentLinkedQueue<>();

  @Test
  void itsLinesAreOneMessage() {
    start(1, 1_000);
    publish(lines(50));
    await().until(() -> calls.size() == 2);
    assertThat(told).containsExactly(PublishResult.CONFIRMED);
    assertThat(published()).isEqualTo(1);
  }

  @Test
  void perRequestEachLineIsAMessageAndTheRequestIsToldAfterTheLast() {
    start(4, 1);
    broker.onPublish((channel, tag) -> {});
    publish(lines(4));
    await().until(() -> published() == 4);
    for (FakeBroker.FakeChannel channel : publishingChannels()) {
      assertThat(told).isEmpty();
      ackQuietly(channel, 1);
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
    publish(lines(20));
    await().until(() -> calls.size() == 2);
    assertThat(told)
        .singleElement()
        .satisfies(result -> assertThat(result.reason()).contains("nack"));
    await().until(() -> published() == 20);
    assertThat(calls).containsExactly("ended", "released");
  }

  @Test
  void longLinesGoOutInSeveralMessages() {
    start(1, 1_000);
    publish(
        Lines.of(IntStream.range(0, 3).mapToObj(i -> Map.of(i + "x".repeat(700_000), 1)).toList()));
    await().until(() -> calls.size() == 2);
    assertThat(told).containsExactly(PublishResult.CONFIRMED);
    assertThat(published()).isEqualTo(3);
  }

  @Test
  void aLineThatNoMessageHoldsIsRefusedWithAllOfItsRequestAndNothingIsPublished() {
    start(1, 1_000);
    publish(Lines.of(List.of(Map.of("a", 1), Map.of("x".repeat(MESSAGE_BYTES), 1))));
    assertThat(told)
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.failure()).isEqualTo(PublishResult.Failure.TOO_LARGE);
              assertThat(result.reason()).contains("BATCH_BYTES").contains("1048576 is the most");
            });
    assertThat(calls).containsExactly("ended", "released");
    assertThat(published()).isZero();
  }

  @Test
  void whatTheBrokerFindsTooLargeMayComeAgainInSmallerMessages() {
    start(1, 1_000);
    broker.onPublish((channel, tag) -> channel.close(TOO_LARGE));
    publish(lines(50));
    await().until(() -> calls.size() == 2);
    assertThat(told)
        .singleElement()
        .satisfies(result -> assertThat(result.failure()).isEqualTo(PublishResult.Failure.BROKER));
    broker.onPublish(FakeBroker.FakeChannel::ack);
    await().until(() -> publisher.brokenPart().isEmpty());
    told.clear();
    publish(lines(50));
    await().until(() -> calls.size() == 4);
    assertThat(told).containsExactly(PublishResult.CONFIRMED);
    assertThat(published()).isGreaterThan(2);
  }

  @Test
  void aSingleLineThatTheBrokerFindsTooLargeMayNotComeAgain() {
    start(1, 1_000);
    broker.onPublish((channel, tag) -> channel.close(TOO_LARGE));
    Lines<Map<String, Integer>> line = Lines.of(List.of(Map.of("x".repeat(1_000), 1)));
    publish(line);
    await().until(() -> calls.size() == 2);
    await().until(() -> publisher.brokenPart().isEmpty());
    // the limit is known now, so that the broker is not asked again
    publish(line);
    await().until(() -> calls.size() == 4);
    assertThat(told)
        .extracting(PublishResult::failure)
        .containsOnly(PublishResult.Failure.TOO_LARGE);
    assertThat(publishingChannels()).hasSize(1);
  }

  @Test
  void whatDoesNotFitIntoTheQueueIsRefusedWhole() {
    start(1, 1);
    broker.onPublish((channel, tag) -> {});
    Answers waiting = publish(2);
    await().until(() -> published() == 1);
    publish(lines(100));
    assertThat(told)
        .singleElement()
        .satisfies(result -> assertThat(result.reason()).contains("too many"));
    assertThat(calls).containsExactly("ended", "released");
    broker.onPublish(FakeBroker.FakeChannel::ack);
    ackQuietly(publishingChannels().get(0), 1);
    waiting.await(2);
    assertThat(publish(1).confirmedSoon()).isTrue();
    assertThat(published()).isEqualTo(3);
  }

  private static Lines<Map<String, Integer>> lines(int number) {
    return Lines.of(IntStream.range(0, number).mapToObj(i -> Map.of("w" + i, 1)).toList());
  }

  private void publish(Lines<Map<String, Integer>> lines) {
    publisher.publish(
        new Entry<>(new RequestKey(new RunId(0, 9), 7), lines),
        new PublishCallback() {
          @Override
          public void ended(PublishResult result) {
            told.add(result);
            calls.add("ended");
          }

          @Override
          public void released() {
            calls.add("released");
          }
        });
  }
}
