package pipeline.rig.machine;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Closes in reverse what was added, and goes on after a failure. Thread-safe; idempotent. */
public final class CloseableStack implements Closeable {
  private final Deque<Closeable> open = new ArrayDeque<>();

  public synchronized void add(Closeable resource) {
    open.push(resource);
  }

  @Override
  public synchronized void close() throws IOException {
    IOException failure = null;
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (IOException | RuntimeException e) {
        IOException its = e instanceof IOException io ? io : new IOException(e.getMessage(), e);
        if (failure == null) {
          failure = its;
        } else {
          failure.addSuppressed(its);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
