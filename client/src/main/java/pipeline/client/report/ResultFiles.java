package pipeline.client.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.lang3.function.FailableConsumer;
import pipeline.client.load.Result;
import pipeline.client.load.StepListener;
import pipeline.client.load.StepPlan;
import pipeline.client.load.StepResult;
import pipeline.wire.process.Console;

/**
 * Hands every result to the files of a run, for one sender at a time: a file appends to a buffer,
 * which takes less than a microsecond. Where a disk is slower than the run, senders wait for it
 * between two requests. That wait is in nobody's response time; in the closed model it lowers the
 * throughput, in the open one it makes requests late. A file that fails in any way, with an {@code
 * Error} included, is told of once and gets nothing more. Thread-safe.
 */
final class ResultFiles implements StepListener {
  private final List<StepListener> files;
  private final List<String> failures = new ArrayList<>();

  /**
   * @param files told in this order, called in messages what they call themselves, and closed with
   *     this
   */
  ResultFiles(List<StepListener> files) {
    this.files = new ArrayList<>(files);
  }

  @Override
  public void stepStarted(StepPlan plan, long startNanos) {
    tell(file -> file.stepStarted(plan, startNanos));
  }

  @Override
  public void ended(Result result) {
    tell(file -> file.ended(result));
  }

  @Override
  public void readEnded(Result result) {
    tell(file -> file.readEnded(result));
  }

  @Override
  public void stepEnded(StepResult result) {
    tell(file -> file.stepEnded(result));
  }

  private synchronized void tell(FailableConsumer<StepListener, IOException> event) {
    files.removeIf(file -> !isTold(file, event));
  }

  private boolean isTold(StepListener file, FailableConsumer<StepListener, IOException> event) {
    try {
      event.accept(file);
      return true;
    } catch (IOException | RuntimeException | Error e) {
      Throwable cause = e instanceof UncheckedIOException ? e.getCause() : e;
      Object reason = cause instanceof IOException failed ? Console.reason(failed) : cause;
      failures.add(file + " cannot be written: " + reason);
      return false;
    }
  }

  /** The failures to write, a line each. */
  synchronized List<String> failures() {
    return List.copyOf(failures);
  }

  /** Closes the files that have not failed. May be called again. */
  @Override
  public synchronized void close() {
    tell(StepListener::close);
    files.clear();
  }
}
