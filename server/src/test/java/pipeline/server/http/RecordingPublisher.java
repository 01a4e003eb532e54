package pipeline.server.http;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import pipeline.server.broker.PublishResult;
import pipeline.server.publish.Publisher;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RunEnd;

/**
 * A publisher without a broker: it records the entries that it gets and ends them as told, at once
 * or when they are released.
 */
public final class RecordingPublisher<P> implements Publisher<P> {
  private final Queue<Entry<P>> published = new ConcurrentLinkedQueue<>();
  private final Queue<RunEnd> ends = new ConcurrentLinkedQueue<>();
  private final Queue<Publisher.Callback> held = new ConcurrentLinkedQueue<>();
  private volatile PublishResult result = PublishResult.CONFIRMED;
  private volatile boolean holding;

  // a request is recorded and held in one step, or a release between the two would miss it
  @Override
  public synchronized void publish(Entry<P> entry, Publisher.Callback callback) {
    published.add(entry);
    end(callback);
  }

  @Override
  public synchronized void publish(RunEnd end, Publisher.Callback callback) {
    ends.add(end);
    end(callback);
  }

  private void end(Publisher.Callback callback) {
    held.add(callback);
    if (!holding) {
      release();
    }
  }

  @Override
  public Optional<String> brokenPart() {
    return result.confirmed() ? Optional.empty() : Optional.of(result.reason());
  }

  public Queue<Entry<P>> published() {
    return published;
  }

  public Queue<RunEnd> ends() {
    return ends;
  }

  public void answerWith(PublishResult next) {
    result = next;
  }

  public void hold() {
    holding = true;
  }

  public synchronized void release() {
    holding = false;
    for (Publisher.Callback next = held.poll(); next != null; next = held.poll()) {
      next.ended(result);
      next.released();
    }
  }

  /** Forgets what it got, and confirms what follows. */
  public void forget() {
    result = PublishResult.CONFIRMED;
    release();
    published.clear();
    ends.clear();
  }
}
