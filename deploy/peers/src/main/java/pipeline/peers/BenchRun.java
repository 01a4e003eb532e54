package pipeline.peers;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import pipeline.lab.system.BrokerView;
import pipeline.peers.JobBench.Machine;
import pipeline.testkit.process.FreePort;

/** Goes through the rounds of the benchmarks asked for. */
final class BenchRun {
  private static final int TEN_TIMES = 10;
  private static final int HUNDRED_TIMES = 100;
  private static final int THOUSAND_TIMES = 1_000;
  private static final int MILLION = 1_000_000;

  private final BenchOptions options;
  private final Measurements measurements;
  private final BrokerView broker;
  private final PrintWriter progress;

  BenchRun(
      BenchOptions options, Measurements measurements, BrokerView broker, PrintWriter progress) {
    this.options = options;
    this.measurements = measurements;
    this.broker = broker;
    this.progress = progress;
  }

  void run(Set<BenchName> names) throws IOException, InterruptedException, TimeoutException {
    for (BenchName name : names) {
      int rounds = options.rounds() * name.launches(options.launches());
      for (int first = 0; first < rounds; first += options.rounds()) {
        launch(name, first, rounds);
      }
    }
  }

  private void launch(BenchName name, int first, int all)
      throws IOException, InterruptedException, TimeoutException {
    try (Bench bench = bench(name)) {
      for (int round = first; round < first + options.rounds(); round++) {
        progress.println(name + ": round " + (round + 1) + " of " + all);
        progress.flush();
        bench.round(round);
      }
    }
  }

  private Bench bench(BenchName name) throws IOException {
    int port = FreePort.find();
    Contenders contenders = new Contenders(options, new Programs(options));
    return switch (name) {
      case server ->
          HttpBench.ofSingleLines("server", contenders::servers, options, broker, measurements);
      case pipeline ->
          HttpBench.ofSingleLines("pipeline", contenders::pipelines, options, broker, measurements);
      case alternatives ->
          HttpBench.ofSingleLines(
              "alternatives", new Alternatives(options)::contenders, options, broker, measurements);
      case bulk -> new BulkBench(options, contenders, broker, measurements);
      case client -> new ClientBench(options, measurements, port);
      case consumer -> new ConsumerBench(options, broker, measurements);
      case link -> new LinkBench(options, broker, measurements, port);
      case footprint -> job(name, Machine.MICRO, footprint(), port);
      case growth -> job(name, Machine.WHOLE, growth(), port);
      case all -> throw new IllegalArgumentException("all is not one benchmark");
    };
  }

  private Bench job(BenchName name, Machine machine, List<Job> jobs, int port) {
    return new JobBench(name.name(), machine, jobs, options, broker, measurements, port);
  }

  /** The JVM takes the serial collector by itself where it sees one core. */
  private List<Job> footprint() throws IOException {
    Job job = Job.of(options, TEN_TIMES);
    Job longJob = Job.of(options, HUNDRED_TIMES);
    String heap = "-Xmx128m";
    String firstCompiler = "-XX:TieredStopAtLevel=1";
    return List.of(
        job.on(heap, heap),
        job.on(
            "limits of deploy/ec2",
            heap,
            "-XX:+UseSerialGC",
            "-Xss512k",
            "-XX:MaxMetaspaceSize=96m",
            "-XX:MaxDirectMemorySize=64m",
            "-XX:ReservedCodeCacheSize=64m"),
        job.on("-XX:+UseG1GC", heap, "-XX:+UseG1GC"),
        job.on("-XX:+UseParallelGC", heap, "-XX:+UseParallelGC"),
        job.on(firstCompiler, heap, firstCompiler),
        longJob.on(heap, heap),
        longJob.on(firstCompiler, heap, firstCompiler));
  }

  private List<Job> growth() throws IOException {
    List<Job> jobs =
        new ArrayList<>(
            List.of(
                Job.of(options, TEN_TIMES),
                Job.of(options, HUNDRED_TIMES),
                Job.ofDistinctWords(options.out(), MILLION)));
    if (options.big()) {
      jobs.add(Job.of(options, THOUSAND_TIMES));
    }
    return jobs;
  }
}
