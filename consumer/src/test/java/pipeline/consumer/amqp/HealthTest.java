package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.function.FailableRunnable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pipeline.consumer.amqp.Health.Part;

/**
 * Trouble shows at health once it has lasted, the cause before what follows from it; here without a
 * broker.
 */
class HealthTest extends OnRecordedChannel {
  @BeforeEach
  void reachBroker() {
    assertThat(health.trouble()).hasValue("the broker has not been reached yet");
    health.works(Part.BROKER);
    assertThat(health.trouble()).isEmpty();
  }

  private boolean says(String text) {
    return health.trouble().filter(trouble -> trouble.contains(text)).isPresent();
  }

  @Test
  void aCommitThatDoesNotEndShowsByItsAge() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    committer =
        committer(
            () -> {
              begun.countDown();
              awaitQuietly(goOn::await);
            },
            () -> false,
            1);
    deliverLine(1, 0);
    committer.start();
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();

    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(3_500));
    assertThat(health.trouble()).isEmpty();
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(500));
    assertThat(says("the store hangs")).isTrue();

    goOn.countDown();
    await().until(() -> health.trouble().isEmpty());
  }

  @Test
  void aWaitForRoomShowsByItsAgeAndEndsWithIt() throws Exception {
    size = LIMIT;
    deliverLine(1, 0);
    Thread reader = new Thread(() -> awaitQuietly(unacked.lease()::awaitRoom), "reader");
    reader.start();
    await().until(() -> reader.getState() == Thread.State.TIMED_WAITING);

    now.addAndGet(TimeUnit.SECONDS.toNanos(4));
    assertThat(says("--max-unacked")).isTrue();

    committer.finish();
    reader.join();
    assertThat(health.trouble()).isEmpty();
  }

  private static void awaitQuietly(FailableRunnable<InterruptedException> wait) {
    try {
      wait.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aSearchForPoisonShowsUntilAMessageIsAcked() throws Exception {
    health.fails(Part.POISON, "a message ends the connections");
    deliverLine(1, 0);
    assertThat(health.trouble()).isPresent();

    committer.finish();
    assertThat(health.trouble()).isEmpty();
  }

  @Test
  void theCauseShowsBeforeWhatFollowsAndTheOldestAttemptCountsUntilItFails() {
    health.fails(Part.ROOM, "room");
    health.begins(Part.DEAD_QUEUE);
    now.addAndGet(TimeUnit.SECONDS.toNanos(2));
    health.begins(Part.DEAD_QUEUE);
    assertThat(says("room")).isTrue();
    now.addAndGet(TimeUnit.SECONDS.toNanos(2));
    assertThat(says("the dead queue takes nothing")).isTrue();

    health.fails(Part.DEAD_QUEUE, "full");
    health.begins(Part.DEAD_QUEUE);
    assertThat(says("full")).isTrue();
    health.fails(Part.STORE, "store");
    assertThat(says("store")).isTrue();
  }

  @Test
  void whatALibraryWrapsIsSaidToo() {
    IOException cause = new IOException("No space left on device");
    assertThat(Health.words(new IOException("Writing to counts.mv failed\n[2.3/2]", cause)))
        .isEqualTo("Writing to counts.mv failed: No space left on device");
    assertThat(Health.words(new UncheckedIOException(cause)))
        .isEqualTo("java.io.IOException: No space left on device");
    assertThat(Health.words(new IOException())).isEqualTo("IOException");
  }
}
