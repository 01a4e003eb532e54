package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.server.broker.FakeBroker.FakeChannel;
import pipeline.server.broker.OnFakeBroker;
import pipeline.server.broker.PublishResult;
import pipeline.server.broker.PublishResult.Failure;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.Lines;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/**
 * What arrives while a confirm is awaited goes out as one message, and each request, of one line or
 * many, is answered exactly once and in time, whatever the broker does.
 */
class GroupCommitPublisherTest extends OnFakeBroker {
  private static final RunId RUN = new RunId(0, 9);
  private static final String TOO_LARGE =
      "PRECONDITION_FAILED - message size 1100 is larger than configured max size 500";

  @Test
  void whatArrivesDuringAConfirmIsOneMessageOfWhichAllAreToldByTheThreadThatBringsItsConfirm() {
    start(1, 1_000);
    hold();
    Queue<String> told = new ConcurrentLinkedQueue<>();
    publisher.publish(
        entry(0), result -> told.add(Thread.currentThread().getName() + " after " + published()));
    awaitPublished(1);
    Answers others = publish(50);
    await().until(() -> publisherThread().getState() == Thread.State.TIMED_WAITING);
    assertThat(told).isEmpty();
    publishingChannels().get(0).ack(1);
    assertThat(told).containsExactly(Thread.currentThread().getName() + " after 1");
    awaitPublished(2);
    assertThat(others.all()).isEmpty();
    publishingChannels().get(0).ack(2);
    assertThat(others.all()).hasSize(50).containsOnly(PublishResult.CONFIRMED);
    assertThat(String.join(" ", others.calls())).matches("(ended ){50}(released ?){50}");
    assertThat(publisher.brokenPart()).isEmpty();
  }

  @Test
  void nackIsARefusalAndTheChannelStays() {
    start(1, 1);
    broker.onPublish(FakeChannel::nack);
    assertThat(publish(3).confirmedOf(3)).isZero();
    awaitAtRest();
    assertThat(publisher.brokenPart()).hasValueSatisfying(why -> assertThat(why).contains("nack"));
    // a balancer sends nothing to a server that is broken, so only time can end that
    passDeadline();
    assertThat(publisher.brokenPart()).isEmpty();
    assertThat(publish(1).confirmedOf(1)).isZero();
    broker.onPublish(FakeChannel::ack);
    assertNextIsConfirmed();
    awaitAtRest();
    assertThat(publisher.brokenPart()).isEmpty();
    assertThat(publishingChannels()).hasSize(1);
  }

  @Test
  void blockedBrokerIsARefusalAtOnceForNewAndWaitingRequests() throws Exception {
    start(1, 1);
    hold();
    Answers inFlightAndWaiting = publish(3);
    awaitPublished(1);
    broker.current().block("low on memory");
    assertThat(publish(1).all().peek().reason()).contains("low on memory");
    assertThat(inFlightAndWaiting.confirmedOf(2)).isZero();
    assertThat(inFlightAndWaiting.all())
        .hasSize(2)
        .allSatisfy(waiting -> assertThat(waiting.reason()).contains("low on memory"));
    publishingChannels().get(0).close("no confirm");
    assertThat(inFlightAndWaiting.confirmedOf(3)).isZero();
    awaitAtRest();
    // a blocked broker answers nothing, so it is not asked before it takes messages again
    assertThat(broker.connectionsMade()).isEqualTo(1);
    broker.current().unblock();
    heal();
    assertNextIsConfirmed();
  }

  @Test
  void lostConnectionRefusesWhatWasInFlightAndTheNextSessionStartsAfresh() {
    start(1, 1_000);
    Answers answers = publishHeld();
    FakeChannel old = publishingChannels().get(0);
    broker.current().close("gone");
    assertThat(answers.confirmedOf(1)).isZero();
    awaitSecondSession();
    Answers next = publishHeld();
    old.ack(1);
    assertThat(next.all()).isEmpty();
    confirm();
    assertThat(next.confirmedOf(1)).isEqualTo(1);
  }

  @Test
  void closingRefusesWhatWaitsAndWhatComesLater() {
    start(1, 1);
    hold();
    Answers answers = publish(3);
    awaitPublished(1);
    long start = System.nanoTime();
    publisher.close();
    // the confirm, which never comes, is not waited for until its deadline
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
    assertThat(answers.confirmedOf(3)).isZero();
    supervisor.close();
    assertThat(publish(1).all()).containsExactly(PublishResult.STOPPING);
    assertThat(publisher.brokenPart()).contains("the server is stopping");
  }

  /** Publishes one request of this number of lines. */
  private Answers publishLines(int number) {
    Lines<Map<String, Integer>> lines =
        Lines.of(IntStream.range(0, number).mapToObj(i -> Map.of("w" + i, 1)).toList());
    Answers answers = new Answers();
    publisher.publish(new Entry<>(new RequestKey(RUN, 7), lines), answers);
    return answers;
  }

  private static PublishResult onlyResult(Answers answers) {
    await().until(() -> answers.calls().size() == 2);
    assertThat(answers.calls()).containsExactly("ended", "released");
    return answers.first();
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
    assertThat(onlyResult(publishLines(20)).reason()).contains("nack");
    awaitPublished(20);
  }

  @Test
  void aLineThatTheBrokerFindsTooLargeBesideAnEndMayComeAgain() {
    start(1, 1_000);
    publishHeld();
    Answers line = publishLines(1);
    Answers end = new Answers();
    publisher.publish(new RunEnd(RUN, 1), end);
    broker.onPublish((channel, tag) -> channel.close(TOO_LARGE));
    publishingChannels().get(0).ack(1);
    assertThat(end.first().failure()).isEqualTo(Failure.BROKER);
    assertThat(line.first().failure()).isEqualTo(Failure.BROKER);
  }

  @Test
  void whatDoesNotFitIntoTheQueueIsRefusedWholeUnlessNothingWaits() {
    start(1, 1);
    hold();
    Answers waiting = publish(2);
    awaitPublished(1);
    assertThat(onlyResult(publishLines(MAX_WAITING)).reason()).contains("too many");
    confirm();
    assertThat(waiting.confirmedOf(2)).isEqualTo(2);
    assertThat(onlyResult(publishLines(2 * MAX_WAITING)).confirmed()).isTrue();
    assertThat(published()).isEqualTo(2 + 2 * MAX_WAITING);
  }

  /** The length of an entry of one line whose word has this length. */
  private static int entryBytes(int word) {
    return new EntryEncoder<>(new WordCountFormat()).encode(entry(0, "w".repeat(word))).length;
  }

  @Test
  void aQueueFullOfBytesTakesNoMoreUntilSomeHaveLeft() {
    start(1, 1_000);
    publishHeld();
    String half = "w".repeat(MAX_WAITING_BYTES / 2 - entryBytes(0));
    Answers answers = new Answers();
    publisher.publish(entry(0, half), answers);
    publisher.publish(entry(1, half + "w"), answers);
    assertThat(answers.first().reason()).contains("too many");
    publisher.publish(entry(2, half), answers);
    confirm();
    assertThat(answers.confirmedOf(3)).isEqualTo(2);
    publisher.publish(entry(3, half), answers);
    assertThat(answers.confirmedOf(4)).isEqualTo(3);
  }

  /** A message has brackets, and a comma between its entries. */
  @ParameterizedTest
  @CsvSource({"131070, 2", "131071, 3"})
  void requestsShareAMessageUpToItsMostBytes(int bytes, int messages) {
    start(1, 1_000);
    publishHeld();
    String word = "w".repeat(bytes - entryBytes(0));
    Answers answers = new Answers();
    publisher.publish(entry(1, word), answers);
    publisher.publish(entry(2, word), answers);
    confirm();
    assertThat(answers.confirmedOf(2)).isEqualTo(2);
    assertThat(published()).isEqualTo(messages);
  }

  /** The number of lines that one awaits must not hide that of the other, in either order. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theNextLinesOfClientsJustAnsweredGoOutAsOneMessageOfTheChannelThatAwaitsFewest(
      boolean fewestFirst) {
    linger = PATIENCE;
    start(2, 1_000);
    hold();
    publish(1);
    awaitPublished(1);
    publish(1);
    awaitPublished(2);
    FakeChannel most = publishingChannels().get(0);
    FakeChannel fewest = publishingChannels().get(1);
    publish(9);
    most.ack(1);
    awaitPublished(3);
    publish(2);
    fewest.ack(1);
    awaitPublished(4);
    (fewestFirst ? fewest : most).ack(2);
    awaitLingering(1);
    (fewestFirst ? most : fewest).ack(2);
    awaitLingering(2);
    publish(1);
    assertThat(published()).isEqualTo(4);
    publish(1);
    awaitPublished(5);
  }

  private static void awaitLingering(int threads) {
    await()
        .until(
            () ->
                Thread.getAllStackTraces().values().stream()
                        .filter(stack -> Arrays.toString(stack).contains("EntryAccumulator.linger"))
                        .count()
                    == threads);
  }
}
