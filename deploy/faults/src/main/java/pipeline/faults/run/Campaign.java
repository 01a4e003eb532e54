package pipeline.faults.run;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import pipeline.faults.system.RunInput;
import pipeline.rig.Jars;
import pipeline.rig.Services;
import pipeline.rig.machine.Scratch;
import pipeline.testkit.process.StuckException;

/**
 * Does many runs with a few workers, each with services of its own. Workers close what they have
 * started however they end; {@link #close} interrupts them and waits for that.
 */
public final class Campaign implements Closeable {
  private static final long CLOSE_SECONDS = 60;

  /** A task that a worker does in an environment of its own. */
  public interface Task {
    void perform(RunEnvironment environment) throws IOException, InterruptedException;
  }

  private final Path root;
  private final Jars jars;
  private final PrintWriter out;
  private final RunInput input;
  private final int jobs;
  private final ExecutorService workers;

  public Campaign(Path root, Jars jars, PrintWriter out, RunInput input, int jobs) {
    this.root = root;
    this.jars = jars;
    this.out = out;
    this.input = input;
    this.jobs = jobs;
    workers =
        Executors.newFixedThreadPool(
            jobs, BasicThreadFactory.builder().namingPattern("chaos-worker-%d").build());
  }

  /**
   * Does all tasks and returns when they are done.
   *
   * @throws IOException a worker could not go on
   */
  public void perform(List<? extends Task> tasks) throws IOException, InterruptedException {
    Queue<Task> waiting = new ConcurrentLinkedQueue<>(tasks);
    List<Future<?>> ends = new ArrayList<>();
    for (int i = 0; i < Math.min(jobs, tasks.size()); i++) {
      ends.add(
          workers.submit(
              () -> {
                work(waiting);
                return null;
              }));
    }
    for (Future<?> end : ends) {
      try {
        end.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof InterruptedException) {
          throw new InterruptedException();
        }
        throw new IOException(e.getCause().getMessage(), e.getCause());
      }
    }
  }

  private void work(Queue<Task> waiting) throws IOException, InterruptedException, StuckException {
    Path home = Files.createTempDirectory("chaos");
    try (Services services = Services.start(root, home, false, input.redis())) {
      RunEnvironment environment = new RunEnvironment(jars, services, home, input, out);
      for (Task task = waiting.poll(); task != null; task = waiting.poll()) {
        task.perform(environment);
      }
    } finally {
      Scratch.delete(home.resolve("rabbit"));
      if (input.redis()) {
        Scratch.delete(home.resolve("redis"));
      }
      if (isEmpty(home)) {
        Files.delete(home);
      }
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (var entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
  }

  @Override
  public void close() {
    workers.shutdownNow();
    try {
      workers.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
