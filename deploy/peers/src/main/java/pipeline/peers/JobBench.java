package pipeline.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import pipeline.lab.process.Idleness;
import pipeline.lab.process.Program;
import pipeline.lab.process.RunningProgram;
import pipeline.lab.system.BrokerView;
import pipeline.lab.system.Pipeline;
import pipeline.peers.Measurements.Row;

/**
 * The whole text, one or several times over, through our own client, server and consumer, each
 * program started for it: what a line costs and what memory the programs reach, as the job grows.
 */
final class JobBench implements Bench {
  private static final int CLIENT_THREADS = 32;
  private static final long SLOWEST_RATE = 200;
  private static final String QUEUE = "bench-job";
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(5);

  /** The machine that a job is given. */
  enum Machine {
    /** As it comes. */
    WHOLE,
    /** A t2.micro's share: server and consumer on one core. */
    MICRO
  }

  private final String name;
  private final Machine machine;
  private final List<Job> jobs;
  private final BenchOptions options;
  private final Programs programs;
  private final BrokerView broker;
  private final Measurements measurements;
  private final LoadGenerator load;
  private final int port;

  JobBench(
      String name,
      Machine machine,
      List<Job> jobs,
      BenchOptions options,
      BrokerView broker,
      Measurements measurements,
      int port) {
    this.name = name;
    this.machine = machine;
    this.jobs = jobs;
    this.options = options;
    this.programs = new Programs(options);
    this.broker = broker;
    this.measurements = measurements;
    this.load = new LoadGenerator(logs(), measurements);
    this.port = port;
  }

  @Override
  public void round(int round) throws IOException, InterruptedException {
    for (Job job : Rotation.of(jobs, round)) {
      send(job, new Row(name, "whole job", job.title()));
    }
  }

  private void send(Job job, Row row) throws IOException, InterruptedException {
    long start = System.nanoTime();
    String[] flags = job.flags().toArray(String[]::new);
    try (Pipeline pipeline = new Pipeline(logs())) {
      Program program = onMachine(programs.server(port, QUEUE, flags));
      RunningProgram server = pipeline.startServer(port, program, Pipeline.Readiness.HEALTH);
      measurements.add(row, Metric.START_SECONDS, seconds(System.nanoTime() - start));
      Program consumer = programs.statefulConsumer(options.threads(), QUEUE, flags);
      RunningProgram consuming = pipeline.startConsumer(onMachine(consumer));
      List<ResourceProbe> watches =
          List.of(
              ResourceProbe.server(server),
              ResourceProbe.consumer(consuming),
              ResourceProbe.broker(options.brokerPid()));
      Program client =
          programs
              .client(port, job.text(), CLIENT_THREADS)
              .plus("--repeat", Integer.toString(job.repeat()));
      LoadResult result = load.measure(client, limit(job), LoadResult::ofClient, row);
      long sent = System.nanoTime();
      measurements.add(row, Metric.QUEUE_AT_END, broker.depth(QUEUE));
      broker.awaitEmpty(QUEUE, DRAIN_LIMIT);
      long idle = Idleness.await(consuming.pid(), DRAIN_LIMIT);
      measurements.add(row, Metric.DRAIN_SECONDS, seconds(idle - sent));
      for (ResourceProbe watch : watches) {
        watch.enter(measurements, row, result.lines());
      }
    }
  }

  private Program onMachine(Program program) {
    return machine == Machine.MICRO ? program.pinnedTo(0) : program;
  }

  private Path logs() {
    return options.out().resolve("logs");
  }

  private static double seconds(long nanos) {
    return nanos / (double) TimeUnit.SECONDS.toNanos(1);
  }

  private static Duration limit(Job job) {
    return Duration.ofSeconds(60 + job.lines() / SLOWEST_RATE);
  }
}
