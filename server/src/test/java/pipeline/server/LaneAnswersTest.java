package pipeline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** What becomes of the requests that a held lane would have handled next. */
class LaneAnswersTest {
  private static final long HELD = TimeUnit.MILLISECONDS.toNanos(200);

  private final AtomicLong clock = new AtomicLong();
  private final LaneAnswers answers = new LaneAnswers(clock::get);
  private final CountDownLatch reads = new CountDownLatch(1);
  private final LinkedBlockingQueue<Runnable> ofOthers = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<String> done = new LinkedBlockingQueue<>();

  @Test
  void othersHandleThemOnceItIsHeld() throws Exception {
    answers.add(
        new Ended(
            new Batch(List.of(followedBy(this::unread), followedBy(this::next))),
            Verdict.CONFIRMED));
    Thread lane = new Thread(answers::send, "lane");
    lane.start();
    await().until(() -> lane.getState() == Thread.State.WAITING);
    answers.watch(HELD - 1);
    assertThat(ofOthers).isEmpty();
    answers.watch(HELD);
    assertThat(answers.isHeld(HELD)).isTrue();
    ofOthers.remove().run();
    assertThat(done).containsExactly("next");
    reads.countDown();
    lane.join();
    assertThat(done).containsExactly("next", "unread");
    assertThat(answers.isHeld(2 * HELD)).isFalse();
    assertThat(answers.size()).isZero();
  }

  @Test
  void errorOnTheWayLeavesNoneUnansweredAndTheLaneFree() {
    PendingEntry entry = followedBy(this::next);
    answers.add(new Ended(new Batch(new FailsOnce(entry)), Verdict.CONFIRMED));
    answers.send();
    ofOthers.remove().run();
    assertThat(done).containsExactly("next");
    assertThat(answers.isHeld(HELD)).isFalse();
    assertThat(answers.size()).isZero();
  }

  /** A list that the lane cannot go through the first time. */
  private static final class FailsOnce extends AbstractList<PendingEntry> {
    private final PendingEntry entry;
    private boolean failed;

    FailsOnce(PendingEntry entry) {
      this.entry = entry;
    }

    @Override
    public PendingEntry get(int index) {
      if (!failed) {
        failed = true;
        throw new InternalError("on purpose");
      }
      return entry;
    }

    @Override
    public int size() {
      return 1;
    }
  }

  /** An entry on whose connection the next request is ready as soon as it has ended. */
  private PendingEntry followedBy(Runnable request) {
    return new PendingEntry(
        new RequestKey(new RunId(0, 0), 0),
        new byte[0],
        HELD,
        verdict -> NextRequests.handle(request, ofOthers::add));
  }

  private void next() {
    done.add("next");
  }

  private void unread() {
    try {
      reads.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    done.add("unread");
  }
}
