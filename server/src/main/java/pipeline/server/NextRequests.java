package pipeline.server;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The next requests on connections that a lane has just answered. The lane handles them itself, so
 * no other thread has to wake for them and they are in its next message. Nothing of this blocks for
 * long: bodies are read as they come, and what the store answers has threads of its own.
 * Thread-safe.
 */
final class NextRequests {
  private static final Logger LOG = LoggerFactory.getLogger(NextRequests.class);
  private static final ThreadLocal<NextRequests> HERE = new ThreadLocal<>();

  private final Queue<NextRequest> ready = new ConcurrentLinkedQueue<>();

  private record NextRequest(Runnable handling, Executor others) {}

  /** Leaves a request to this thread if it is a lane that answers, and else to {@code others}. */
  static void handle(Runnable handling, Executor others) {
    NextRequests here = HERE.get();
    if (here == null) {
      others.execute(handling);
    } else {
      here.ready.add(new NextRequest(handling, others));
    }
  }

  /** Answers, and only then handles what has become ready on this thread. */
  void follow(Runnable answering) {
    HERE.set(this);
    try {
      answering.run();
    } finally {
      HERE.remove();
    }
    for (NextRequest next = ready.poll(); next != null; next = ready.poll()) {
      try {
        next.handling().run();
      } catch (Throwable e) {
        // an error, such as too little memory for one request, must not end the only lane
        LOG.error("a request could not be handled", e);
      }
    }
  }

  /** Gives to other threads what the lane has not begun, as it is held by what it has begun. */
  void handOver() {
    for (NextRequest next = ready.poll(); next != null; next = ready.poll()) {
      next.others().execute(next.handling());
    }
  }
}
