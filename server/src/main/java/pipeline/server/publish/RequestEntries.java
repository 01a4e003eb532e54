package pipeline.server.publish;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import pipeline.server.broker.PublishResult;

/**
 * The callback of each of a request's entries: the request is told once, when all of them have
 * ended, and is confirmed if all of them are. Thread-safe.
 */
final class RequestEntries implements PublishCallback {
  private final PublishCallback request;
  private final AtomicInteger pending;
  private final AtomicInteger unreleased;
  private final AtomicReference<PublishResult> result =
      new AtomicReference<>(PublishResult.CONFIRMED);

  /**
   * @param number of entries, at least one
   */
  RequestEntries(int number, PublishCallback request) {
    this.request = request;
    pending = new AtomicInteger(number);
    unreleased = new AtomicInteger(number);
  }

  @Override
  public void ended(PublishResult entry) {
    if (!entry.confirmed()) {
      result.compareAndSet(PublishResult.CONFIRMED, entry);
    }
    if (pending.decrementAndGet() == 0) {
      request.ended(result.get());
    }
  }

  @Override
  public void released() {
    if (unreleased.decrementAndGet() == 0) {
      request.released();
    }
  }
}
