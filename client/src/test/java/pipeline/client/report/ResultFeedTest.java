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
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.client.load.Result;
import pipeline.client.load.StepListener;

@Timeout(60)
class ResultFeedTest {
  private static final int SENDERS = 16;
  private static final int EACH = 4_000;

  @Test
  void aSlowDiskHoldsSendersBackAndLosesNothing() throws Exception {
    AtomicInteger written = new AtomicInteger();
    CountDownLatch diskWorks = new CountDownLatch(1);
    ResultFeed feed =
        new ResultFeed(
            List.of(
                new NamedFile() {
                  @Override
                  public void ended(Result result) {
                    await(diskWorks);
                    if (written.incrementAndGet() % 1_000 == 0) {
                      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                    }
                  }
                }));
    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    AtomicInteger handedOver = new AtomicInteger();
    List<Future<?>> sending = send(feed, senders, handedOver);

    // memory holds no more than the queue and the results that the writer has taken out of it
    Awaitility.await().until(() -> handedOver.get() >= ResultFeed.CAPACITY);
    assertThat(handedOver.get()).isLessThan(2 * ResultFeed.CAPACITY);
    assertThat(sending).anyMatch(sender -> !sender.isDone());

    diskWorks.countDown();
    for (Future<?> sender : sending) {
      sender.get();
    }
    senders.shutdown();
    feed.close();
    assertThat(written).hasValue(SENDERS * EACH);
    assertThat(feed.failures()).isEmpty();
  }

  @Test
  void aBrokenFileIsToldOnceAndHoldsNobodyBack() throws Exception {
    AtomicInteger written = new AtomicInteger();
    NamedFile broken =
        new NamedFile() {
          @Override
          public void ended(Result result) {
            throw new UncheckedIOException(new IOException("No space left on device"));
          }
        };
    NamedFile sound =
        new NamedFile() {
          @Override
          public void ended(Result result) {
            written.incrementAndGet();
          }
        };
    ResultFeed feed = new ResultFeed(List.of(broken, sound));
    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    for (Future<?> sender : send(feed, senders, new AtomicInteger())) {
      sender.get();
    }
    senders.shutdown();
    feed.close();
    assertThat(feed.failures())
        .containsExactly("a file cannot be written: No space left on device");
    assertThat(written).hasValue(SENDERS * EACH);
  }

  @Test
  void anErrorInAFileIsToldAndHoldsNobodyBack() throws Exception {
    NamedFile broken =
        new NamedFile() {
          @Override
          public void ended(Result result) {
            throw new OutOfMemoryError("a test's");
          }
        };
    ResultFeed feed = new ResultFeed(List.of(broken));
    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    for (Future<?> sender : send(feed, senders, new AtomicInteger())) {
      sender.get();
    }
    senders.shutdown();
    feed.close();
    assertThat(feed.failures())
        .containsExactly("a file cannot be written: java.lang.OutOfMemoryError: a test's");
  }

  @Test
  void anErrorThatEndsTheWriterEndsEveryWaitForIt() throws Exception {
    NamedFile broken =
        new NamedFile() {
          @Override
          public void ended(Result result) {
            throw new IllegalStateException("no name");
          }

          @Override
          public String toString() {
            throw new OutOfMemoryError("a test's");
          }
        };
    ResultFeed feed = new ResultFeed(List.of(broken));
    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    for (Future<?> sender : send(feed, senders, new AtomicInteger())) {
      sender.get();
    }
    senders.shutdown();
    feed.close();
    assertThat(feed.failures())
        .containsExactly("results are incomplete: java.lang.OutOfMemoryError: a test's");
  }

  @Test
  void theLastResultOfAnInterruptedSenderIsWritten() {
    AtomicInteger written = new AtomicInteger();
    ResultFeed feed =
        new ResultFeed(
            List.of(
                new NamedFile() {
                  @Override
                  public void ended(Result result) {
                    written.incrementAndGet();
                  }
                }));
    Thread.currentThread().interrupt();
    feed.ended(SampleRun.result(0, 1, 200));
    assertThat(Thread.interrupted()).isTrue();
    feed.close();
    assertThat(written).hasValue(1);
  }

  private static List<Future<?>> send(
      ResultFeed feed, ExecutorService senders, AtomicInteger handedOver) {
    Runnable sender =
        () -> {
          for (int i = 0; i < EACH; i++) {
            feed.ended(SampleRun.result(i, 1, 200));
            handedOver.incrementAndGet();
          }
        };
    return IntStream.range(0, SENDERS).<Future<?>>mapToObj(i -> senders.submit(sender)).toList();
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

  private abstract static class NamedFile implements StepListener {
    @Override
    public String toString() {
      return "a file";
    }
  }
}
