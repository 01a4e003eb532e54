package pipeline.consumer.amqp;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Runs everything at once on the thread that asks for it. For a single consumer thread: deliveries
 * are handled by the thread that reads the connection, which spares the handing over of each of
 * them, and acks are made by the committer. Has nothing to shut down. Thread-safe.
 */
public final class CallingThread extends AbstractExecutorService {

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public void shutdown() {}

  @Override
  public List<Runnable> shutdownNow() {
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return false;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }
}
