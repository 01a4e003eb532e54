package pipeline.server;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import pipeline.wire.codec.Entry;

/** A publisher without a broker: remembers what it got and ends it as told, on its own thread. */
final class RecordingPublisher<P> implements Publisher<P>, AutoCloseable {
  private final Queue<Entry<P>> published = new ConcurrentLinkedQueue<>();
  private final Queue<Completion> held = new ConcurrentLinkedQueue<>();
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  private volatile Verdict verdict = Verdict.CONFIRMED;
  private volatile boolean holding;

  RecordingPublisher() {
    // not started by a request, which Tomcat would take for a leak
    thread.prestartAllCoreThreads();
  }

  @Override
  public void publish(Entry<P> entry, Completion completion) {
    published.add(entry);
    if (holding) {
      held.add(completion);
    } else {
      Verdict now = verdict;
      thread.execute(() -> completion.ended(now));
    }
  }

  @Override
  public Optional<String> brokenPart() {
    return verdict.confirmed() ? Optional.empty() : Optional.of(verdict.reason());
  }

  Queue<Entry<P>> published() {
    return published;
  }

  void answerWith(Verdict next) {
    verdict = next;
  }

  void hold() {
    holding = true;
  }

  void release() {
    holding = false;
    for (Completion next = held.poll(); next != null; next = held.poll()) {
      next.ended(verdict);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
