package pipeline.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.junit.jupiter.api.Test;
import pipeline.client.load.Result;
import pipeline.client.load.StepListener;

/** All results of all senders reach every sound file, whatever breaks another. */
class ResultFilesTest {
  private static final int SENDERS = 16;
  private static final int EACH = 4_000;

  /** Counts without a lock of its own. */
  private static final class Counting implements StepListener {
    private int written;

    @Override
    public void ended(Result result) {
      written++;
    }
  }

  /** Fails with everything that it is told. */
  private record Failing(String name, Throwable failure) implements StepListener {
    @Override
    public void ended(Result result) {
      ExceptionUtils.rethrow(failure);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  @Test
  void aBrokenFileIsToldOnceAndHoldsNobodyBack() throws Exception {
    Counting sound = new Counting();
    Failing full =
        new Failing("a disk", new UncheckedIOException(new IOException("No space left")));
    Failing broken = new Failing("a file", new OutOfMemoryError("a test's"));
    ResultFiles files = new ResultFiles(List.of(full, broken, sound));

    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    for (int i = 0; i < SENDERS * EACH; i++) {
      long start = i;
      senders.execute(() -> files.ended(SampleRun.result(start, 1, 200)));
    }
    senders.shutdown();
    assertThat(senders.awaitTermination(30, TimeUnit.SECONDS)).isTrue();

    assertThat(files.failures())
        .containsExactly(
            "a disk cannot be written: No space left",
            "a file cannot be written: java.lang.OutOfMemoryError: a test's");
    assertThat(sound.written).isEqualTo(SENDERS * EACH);
  }
}
