package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.GetResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
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

  @Test
  void anEndAndTheLinesThatWaitAreOneMessage() throws Exception {
    start(1, 1_000);
    publishHeld();
    Answers before = publish(1);
    Answers end = publishEnd();
    Answers after = publish(2);
    confirm();
    assertThat(before.confirmedOf(1) + end.confirmedOf(1) + after.confirmedOf(2)).isEqualTo(4);
    assertThat(messages()).hasSize(2);
    assertThat(messages().get(1).ends()).isEqualTo(List.of(END));
    assertThat(messages().get(1).entries()).hasSize(3);
    assertThat(messages().get(1).malformed()).isEmpty();
  }

  @Test
  void anEndIsAMessageWhereALineIs() throws Exception {
    start(1, 1);
    assertNextIsConfirmed();
    assertThat(publishEnd().confirmedOf(1)).isEqualTo(1);
    assertThat(messages().get(1).ends()).isEqualTo(List.of(END));
    assertThat(messages().get(1).entries()).isEmpty();
  }

  @Test
  void aLineThatIsTooLargeForTheBrokerOnlyBesideAnEndMayComeAgain() {
    start(1, 1_000);
    publishHeld();
    Answers line = publish(1);
    Answers end = publishEnd();
    broker.onPublish(
        (channel, tag) ->
            channel.close(
                "PRECONDITION_FAILED - message size 130 is larger than configured max size 100"));
    publishingChannels().get(0).ack(1);
    assertThat(line.confirmedOf(1) + end.confirmedOf(1)).isZero();
    assertThat(List.of(line.all().peek().failure(), end.all().peek().failure()))
        .containsOnly(PublishResult.Failure.BROKER);
  }

  @Test
  void withoutItsConfirmAndWhileTheBrokerTakesNothingAnEndIsRefused() throws Exception {
    start(1, 1_000);
    broker.onPublish(FakeBroker.FakeChannel::nack);
    assertThat(publishEnd().confirmedOf(1)).isZero();
    broker.current().block("low on memory");
    assertThat(publishEnd().all().peek().reason()).contains("low on memory");
    assertThat(published()).isEqualTo(1);
  }
}
