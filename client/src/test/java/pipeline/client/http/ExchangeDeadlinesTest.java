package pipeline.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.junit.jupiter.api.Test;

/** A connection that cannot be closed does not keep the time-outs of others from being kept. */
class ExchangeDeadlinesTest {
  private final Queue<Throwable> told = new ConcurrentLinkedQueue<>();

  @Test
  void anErrorIsToldOnceAndEndsNoOtherTimeOut() throws Exception {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> told.add(failure));
    try (ExchangeDeadlines deadlines = new ExchangeDeadlines(Duration.ofMillis(20))) {
      Error first = new OutOfMemoryError("a test's");
      Connection broken = new Connection(first);
      deadlines.begin(broken);
      assertThat(broken.closed.await(30, TimeUnit.SECONDS)).isTrue();
      Connection another = new Connection(new StackOverflowError());
      deadlines.begin(another);
      assertThat(another.closed.await(30, TimeUnit.SECONDS)).isTrue();
      Connection sound = new Connection(null);
      deadlines.begin(sound);
      assertThat(sound.closed.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(told).containsExactly(first);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  /** Fails in a way that no connection should when it is closed. */
  private static final class Connection implements ModalCloseable {
    final CountDownLatch closed = new CountDownLatch(1);
    private final Error failure;

    Connection(Error failure) {
      this.failure = failure;
    }

    @Override
    public void close(CloseMode mode) {
      closed.countDown();
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public void close() {}
  }
}
