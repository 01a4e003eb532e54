package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.client.load.Result;
import pipeline.client.load.StepListener;

/** Results reach every sound file, however slow the disk is and whatever breaks. */
@Timeout(60)
class ResultFeedTest {
  private static final int SENDERS = 16;
  private static final int EACH = 4_000;

  private final AtomicInteger written = new AtomicInteger();
  private final AtomicInteger handedOver = new AtomicInteger();
  private final StepListener sound = file(() -> "a file", written::incrementAndGet);

  @Test
  void aSlowDiskHoldsSendersBackAndLosesNothing() throws Exception {
    CountDownLatch diskWorks = new CountDownLatch(1);
    StepListener slow =
        file(
            () -> "a file",
            () -> {
              await(diskWorks);
              written.incrementAndGet();
            });
    ResultFeed feed = new ResultFeed(List.of(slow));
    List<Future<?>> sending = send(feed);

    // memory holds no more than the queue and the results that the writer has taken out of it
    Awaitility.await().until(() -> handedOver.get() >= ResultFeed.CAPACITY);
    assertThat(handedOver.get()).isLessThan(2 * ResultFeed.CAPACITY);
    assertThat(sending).anyMatch(sender -> !sender.isDone());

    diskWorks.countDown();
    assertThat(failures(feed, sending)).isEmpty();
    assertThat(written).hasValue(SENDERS * EACH);
  }

  @Test
  void aBrokenFileIsToldOnceAndHoldsNobodyBack() throws Exception {
    StepListener full =
        file(() -> "a disk", failing(new UncheckedIOException(new IOException("No space left"))));
    StepListener broken = file(() -> "a file", failing(new OutOfMemoryError("a test's")));
    ResultFeed feed = new ResultFeed(List.of(full, broken, sound));

    assertThat(failures(feed, send(feed)))
        .containsExactly(
            "a disk cannot be written: No space left",
            "a file cannot be written: java.lang.OutOfMemoryError: a test's");
    assertThat(written).hasValue(SENDERS * EACH);
  }

  @Test
  void anErrorThatEndsTheWriterEndsEveryWaitForIt() throws Exception {
    Runnable error = failing(new OutOfMemoryError("a test's"));
    StepListener nameless =
        file(
            () -> {
              error.run();
              return "";
            },
            failing(new IllegalStateException("no name")));
    ResultFeed feed = new ResultFeed(List.of(nameless));

    assertThat(failures(feed, send(feed)))
        .containsExactly("results are incomplete: java.lang.OutOfMemoryError: a test's");
  }

  private static Runnable failing(Throwable failure) {
    return () -> ExceptionUtils.rethrow(failure);
  }

  @Test
  void theLastResultOfAnInterruptedSenderIsWritten() {
    ResultFeed feed = new ResultFeed(List.of(sound));
    Thread.currentThread().interrupt();
    feed.ended(SampleRun.result(0, 1, 200));
    assertThat(Thread.interrupted()).isTrue();
    feed.close();
    assertThat(written).hasValue(1);
  }

  private List<Future<?>> send(ResultFeed feed) {
    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    Runnable sender =
        () -> {
          for (int i = 0; i < EACH; i++) {
            feed.ended(SampleRun.result(i, 1, 200));
            handedOver.incrementAndGet();
          }
        };
    List<Future<?>> sending =
        IntStream.range(0, SENDERS).<Future<?>>mapToObj(i -> senders.submit(sender)).toList();
    senders.shutdown();
    return sending;
  }

  /** The failures of a feed once all has been sent. */
  private static List<String> failures(ResultFeed feed, List<Future<?>> sending) throws Exception {
    for (Future<?> sender : sending) {
      sender.get();
    }
    feed.close();
    return feed.failures();
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the test has hung");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static StepListener file(Supplier<String> name, Runnable write) {
    return new StepListener() {
      @Override
      public void ended(Result result) {
        write.run();
      }

      @Override
      public String toString() {
        return name.get();
      }
    };
  }
}
