package pipeline.client.workload;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import pipeline.client.http.Request;

/** A request made by the thread that sends it, beside one thread that makes them for all. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(2)
public class GeneratingBenchmark {
  private static final int AHEAD = 10_000;

  @Param({"lift-rides", "swipes"})
  private String workload;

  private RequestSource source;

  @Setup
  public void open() throws IOException {
    source = traffic().requests();
  }

  private Traffic traffic() {
    return GeneratedTraffic.named(workload).orElseThrow();
  }

  @Benchmark
  public Object ours() throws IOException {
    return source.next();
  }

  @Benchmark
  public Object baselineOneGenerator(Handover handover) throws InterruptedException {
    return handover.queue.take();
  }

  /** The one generator and its queue; blocks while it is ahead. */
  @State(Scope.Benchmark)
  public static class Handover {
    private final BlockingQueue<Request> queue = new ArrayBlockingQueue<>(AHEAD);
    private Thread generator;

    @Setup
    public void start(GeneratingBenchmark benchmark) {
      generator = new Thread(() -> generate(benchmark.traffic()), "generator");
      generator.setDaemon(true);
      generator.start();
    }

    private void generate(Traffic traffic) {
      try (RequestSource source = traffic.requests()) {
        while (true) {
          queue.put(source.next().orElseThrow());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    @TearDown
    public void stop() throws InterruptedException {
      generator.interrupt();
      generator.join();
    }
  }
}
