package pipeline.lab.experiment.cli;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.Metric;
import pipeline.lab.experiment.run.Runner;

/** A runner that takes no time: a quorum queue costs a fifth, twice the threads bring a tenth. */
final class FakeRunner implements Runner {
  private static final double NOISE = 0.02;

  private final int interruptedAt;
  private final Predicate<Slot> failing;
  private int launches;

  /**
   * @param interruptedAt the launch in which Ctrl-C comes, from 0; -1 for none
   * @param failing the launches whose programs cannot be started
   */
  FakeRunner(int interruptedAt, Predicate<Slot> failing) {
    this.interruptedAt = interruptedAt;
    this.failing = failing;
  }

  @Override
  public String about() {
    return "no broker";
  }

  @Override
  public Launch launch(Slot slot) throws InterruptedException {
    if (launches++ == interruptedAt) {
      throw new InterruptedException();
    }
    if (failing.test(slot)) {
      return Launch.failed(slot, Status.FAILED, "no Java");
    }
    Random random = new Random(1_000L * slot.block() + slot.position());
    double rate = 5_000 * Math.exp(NOISE * random.nextGaussian());
    rate *= "quorum".equals(slot.cell().level("queue")) ? 0.8 : 1;
    rate *= "64".equals(slot.cell().level("threads")) ? 1.1 : 1;
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    values.put(Metric.LINES_PER_SECOND, rate);
    values.put(Metric.REQUESTS_PER_SECOND, rate);
    values.put(Metric.P99, 30_000 / rate);
    values.put(Metric.CPU_SERVER, 60.0);
    values.put(Metric.CPU_BROKER, 40.0);
    values.put(Metric.LOST, 0.0);
    if ("broker".equals(slot.cell().level("restart"))) {
      return restarted(slot, values);
    }
    return new Launch(slot, Status.OK, "", values, List.of(0, 50, 120, 10));
  }

  /** A queue that is not durable loses all that it holds. */
  private static Launch restarted(Slot slot, Map<Metric, Double> values) {
    boolean loses = "off".equals(slot.cell().level("durable"));
    values
        .keySet()
        .removeAll(List.of(Metric.LINES_PER_SECOND, Metric.CPU_SERVER, Metric.CPU_BROKER));
    values.put(Metric.WAITING_BEFORE, 500.0);
    values.put(Metric.WAITING_AFTER, loses ? 0.0 : 500.0);
    values.put(Metric.LOST, loses ? 480.0 : 0.0);
    return new Launch(slot, loses ? Status.LOST : Status.OK, "", values, List.of(0, 500));
  }

  @Override
  public void close() {
    // holds nothing
  }
}
