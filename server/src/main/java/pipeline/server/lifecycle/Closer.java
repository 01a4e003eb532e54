package pipeline.server.lifecycle;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes resources in reverse order of their addition, and goes on after a failure. For one thread.
 */
public final class Closer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Closer.class);

  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  /** Adds a resource; to be called as soon as it exists. */
  public <C extends AutoCloseable> C add(C resource) {
    open.push(resource);
    return resource;
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      AutoCloseable resource = open.pop();
      try {
        resource.close();
      } catch (Exception e) {
        LOG.warn("{} did not close", resource, e);
      }
    }
  }
}
