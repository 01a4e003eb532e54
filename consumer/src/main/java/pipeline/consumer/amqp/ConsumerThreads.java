package pipeline.consumer.amqp;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;

/** The threads on which deliveries are handled and acked. */
public final class ConsumerThreads {

  private ConsumerThreads() {}

  /**
   * Starts threads named {@code consumer-N}; the caller shuts them down. For a single one no thread
   * is started: the thread that reads the connection handles the deliveries, which saves handing
   * each one over, and the committer's thread acks.
   */
  public static ExecutorService start(int threads) {
    if (threads == 1) {
      return new ThreadPoolExecutor(0, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>()) {
        @Override
        public void execute(Runnable task) {
          task.run();
        }
      };
    }
    ThreadPoolExecutor pool =
        (ThreadPoolExecutor)
            Executors.newFixedThreadPool(
                threads, BasicThreadFactory.builder().namingPattern("consumer-%d").build());
    // what the client library still has to say after the shutdown concerns nobody
    pool.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    // a lack of threads shows at the start, not at some delivery
    pool.prestartAllCoreThreads();
    return pool;
  }
}
