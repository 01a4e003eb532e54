package pipeline.lab.experiment.run;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import pipeline.lab.experiment.analysis.Design.Slot;
import pipeline.lab.experiment.analysis.Launch;
import pipeline.lab.experiment.analysis.Metric;

/** A runner that takes no time: a quorum queue costs a fifth, 64 threads bring a tenth. */
public final class FakeRunner implements Runner {
  private static final double NOISE = 0.02;

  private final int interruptedAt;
  private final Predicate<Slot> failing;
  private int launches;

  /**
   * @param interruptedAt the launch in which Ctrl-C comes, from 0; -1 for none
   * @param failing the launches whose programs cannot be started
   */
  public FakeRunner(int interruptedAt, Predicate<Slot> failing) {
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
      return Launch.failed(slot, Launch.Status.FAILED, "it said \"no\", twice\nand left");
    }
    if ("broker".equals(slot.cell().level("restart"))) {
      return restarted(slot);
    }
    Random random = new Random(1_000L * slot.block() + slot.position());
    double rate = 5_000 * Math.exp(NOISE * random.nextGaussian());
    rate *= "quorum".equals(slot.cell().level("queue")) ? 0.8 : 1;
    rate *= "64".equals(slot.cell().level("threads")) ? 1.1 : 1;
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    values.put(Metric.LINES_PER_SECOND, rate);
    values.put(Metric.REQUESTS_PER_SECOND, rate);
    values.put(Metric.P50, 12_000 / rate);
    values.put(Metric.P99, 30_000 / rate);
    values.put(Metric.LONGEST_QUEUE, 120.0);
    values.put(Metric.LOST, 0.0);
    values.put(Metric.CPU_CLIENT, 30.0);
    values.put(Metric.CPU_SERVER, 60.0);
    values.put(Metric.CPU_BROKER, 40.0);
    values.put(Metric.CPU_CONSUMER, 20.0);
    values.put(Metric.BUSY, 96.0);
    values.put(Metric.PRESSURE, 50.0);
    return new Launch(slot, Launch.Status.OK, "", values, List.of(0, 50, 120, 10));
  }

  /** A queue that is not durable loses all that it holds. */
  private static Launch restarted(Slot slot) {
    boolean loses = "off".equals(slot.cell().level("durable"));
    Map<Metric, Double> values =
        Map.of(
            Metric.WAITING_BEFORE, 500.0,
            Metric.WAITING_AFTER, loses ? 0.0 : 500.0,
            Metric.LOST, loses ? 480.0 : 0.0);
    return new Launch(
        slot, loses ? Launch.Status.LOST : Launch.Status.OK, "", values, List.of(0, 500));
  }

  @Override
  public void close() {
    // holds nothing
  }
}
