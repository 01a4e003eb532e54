package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.GetResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.broker.FakeBroker;
import pipeline.server.broker.OnFakeBroker;
import pipeline.server.broker.PublishResult;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.BatchDecoder.Decoded;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/** The end of a run on its way to the broker: as a line, and beside lines. */
class RunEndPublishTest extends OnFakeBroker {
  private static final RunEnd END = new RunEnd(new RunId(0, 0), 5);

  private Answers publishEnd() {
    Answers answers = new Answers(new ConcurrentLinkedQueue<>());
    publisher.publish(END, answers.all()::add);
    return answers;
  }

  /** The messages that the fake broker got, decoded. */
  private List<Decoded<?>> messages() throws Exception {
    List<Decoded<?>> messages = new ArrayList<>();
    for (GetResponse sent : publishingChannels().get(0).sent()) {
      assertThat(sent.getProps().getContentType()).isEqualTo("application/json");
      assertThat(sent.getProps().getDeliveryMode()).isEqualTo(2);
      messages.add(new BatchDecoder<>(new WordCountFormat()).decodeEach(sent.getBody()));
    }
    return messages;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anEndAndTheLinesThatWaitAreOneMessage(boolean endFirst) throws Exception {
    start(1, 1_000);
    broker.onPublish((channel, tag) -> {});
    publish(1);
    await().until(() -> published() == 1);
    Answers end = endFirst ? publishEnd() : null;
    Answers lines = publish(3);
    end = end == null ? publishEnd() : end;
    broker.onPublish(FakeBroker.FakeChannel::ack);
    ackQuietly(publishingChannels().get(0), 1);
    lines.await(3);
    end.await(1);

    assertThat(lines.confirmed() + end.confirmed()).isEqualTo(4);
    assertThat(messages()).hasSize(2);
    assertThat(messages().get(1).ends()).isEqualTo(List.of(END));
    assertThat(messages().get(1).entries()).hasSize(3);
    assertThat(messages().get(1).malformed()).isEmpty();
  }

  @Test
  void anEndIsAMessageWhereALineIs() throws Exception {
    start(1, 1);
    broker.onPublish(FakeBroker.FakeChannel::ack);
    publish(1).await(1);
    Answers end = publishEnd();
    end.await(1);

    assertThat(end.confirmed()).isEqualTo(1);
    assertThat(messages().get(1).ends()).isEqualTo(List.of(END));
    assertThat(messages().get(1).entries()).isEmpty();
  }

  @Test
  void aLineThatIsTooLargeForTheBrokerOnlyBesideAnEndMayComeAgain() {
    start(1, 1_000);
    broker.onPublish((channel, tag) -> {});
    publish(1);
    await().until(() -> published() == 1);
    Answers line = publish(1);
    Answers end = publishEnd();
    broker.onPublish(
        (channel, tag) ->
            channel.close(
                "PRECONDITION_FAILED - message size 130 is larger than configured max size 100"));
    ackQuietly(publishingChannels().get(0), 1);
    line.await(1);
    end.await(1);

    assertThat(List.of(line.all().peek().failure(), end.all().peek().failure()))
        .containsOnly(PublishResult.Failure.BROKER);
  }

  @Test
  void withoutItsConfirmAnEndIsRefused() {
    start(1, 1_000);
    broker.onPublish(FakeBroker.FakeChannel::nack);
    Answers refused = publishEnd();
    refused.await(1);
    assertThat(refused.confirmed()).isZero();
  }

  @Test
  void whileTheBrokerTakesNothingAnEndIsRefusedAtOnce() throws Exception {
    start(1, 1_000);
    broker.current().block("low on memory");
    assertThat(publishEnd().all())
        .singleElement()
        .satisfies(result -> assertThat(result.reason()).contains("low on memory"));
    assertThat(published()).isZero();
  }
}
