package pipeline.faults.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import pipeline.rig.Jars;
import pipeline.rig.Services;
import pipeline.rig.machine.Scratch;
import pipeline.wire.identity.RunId;

/**
 * Does many runs with a few workers, each with services of its own.
 *
 * @param quiet whether only what is not as expected is printed
 */
public record Campaign(
    Path root, Jars jars, PrintWriter out, RunInput input, int jobs, boolean quiet) {
  private static final long END_SECONDS = 60;
  private static final int MAX_ATTEMPTS = 4;

  /** One of the things to do. */
  public interface Task {
    void perform(Worker worker) throws IOException, InterruptedException;
  }

  /** The services and the directory in which tasks do their runs, one after the other. */
  public final class Worker {
    private final Services services;
    private final Path home;
    private final SecureRandom random = new SecureRandom();

    private Worker(Services services, Path home) {
      this.services = services;
      this.home = home;
    }

    /**
     * Does a run, and does it again a few times at most until its result is good enough. Each
     * prints its line, which begins with {@code label}. The directory of a run whose result is not
     * as {@code expected} stays and is named.
     *
     * @param plans by the number of the attempt, from 0
     * @return the last result
     */
    RunResult run(
        String label,
        IntFunction<FaultPlan> plans,
        Predicate<RunResult> enough,
        Predicate<RunResult> expected)
        throws IOException, InterruptedException {
      RunResult result = run(label, plans.apply(0), expected);
      for (int attempt = 1; attempt < MAX_ATTEMPTS && !enough.test(result); attempt++) {
        result = run(label, plans.apply(attempt), expected);
      }
      return result;
    }

    private RunResult run(String label, FaultPlan plan, Predicate<RunResult> expected)
        throws IOException, InterruptedException {
      String runId = RunId.random(random).toString();
      RunFiles files = new RunFiles(Files.createDirectory(home.resolve(runId)), runId);
      RunResult result;
      boolean keep = false;
      try {
        RunInput usual = input.withLinesPerRequest(plan.linesPerRequest());
        RunInput sized = plan.setup().isLateCrash() ? usual.withManyRequests() : usual;
        result = FaultRun.run(jars, services, files, plan, sized);
        keep = !expected.test(result) && !result.is(RunResult.Status.VOID);
      } finally {
        if (!keep) {
          Scratch.delete(files.directory());
        }
      }
      String kept = keep ? " kept in " + files.directory() : "";
      say(label + " " + result.line() + kept, !keep);
      return result;
    }

    /** Prints a line among those of the runs; a quiet campaign leaves out the usual ones. */
    void say(String line, boolean usual) {
      if (!quiet || !usual) {
        out.println(line);
      }
    }
  }

  /**
   * Does all tasks and returns when they are done. If this thread is interrupted, the workers close
   * what they have started before this returns.
   *
   * @throws IOException a worker could not go on
   */
  public void perform(List<Task> tasks) throws IOException, InterruptedException {
    Queue<Task> waiting = new ConcurrentLinkedQueue<>(tasks);
    Callable<Void> worker = () -> work(waiting);
    ExecutorService workers =
        Executors.newCachedThreadPool(
            BasicThreadFactory.builder().namingPattern("chaos-worker-%d").build());
    try {
      int number = Math.min(jobs, tasks.size());
      for (Future<Void> end : workers.invokeAll(Collections.nCopies(number, worker))) {
        end.get();
      }
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } finally {
      workers.shutdownNow();
      workers.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    }
  }

  private Void work(Queue<Task> waiting) throws IOException, InterruptedException {
    Path home = Files.createTempDirectory("chaos");
    try (Services services = Services.start(root, home, false, input.redis())) {
      Worker worker = new Worker(services, home);
      for (Task task = waiting.poll(); task != null; task = waiting.poll()) {
        task.perform(worker);
      }
      return null;
    } finally {
      Scratch.delete(home.resolve("rabbit"));
      Scratch.delete(home.resolve("redis"));
      Scratch.deleteIfEmpty(home);
    }
  }
}
