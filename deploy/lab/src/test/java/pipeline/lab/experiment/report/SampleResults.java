package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.design.Schedule;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.Metric;

/** A made-up experiment: two factors, eight rounds, one launch that lost words. */
final class SampleResults {
  static final int ROUNDS = 8;
  private static final double NOISE = 0.02;
  private static final List<Factor> FACTORS =
      List.of(
          new Factor("threads", List.of("16", "32", "64")),
          new Factor("queue", List.of("classic", "quorum")),
          new Factor("store", List.of("file")));

  private SampleResults() {}

  static Results make() {
    return make(Design.allCombinations(FACTORS, cell -> Optional.empty()));
  }

  static Results makeOneAtATime() {
    return make(Design.oneAtATime(FACTORS, cell -> Optional.empty()));
  }

  private static Results make(Design design) {
    Random random = new Random(1);
    List<Launch> launches = new ArrayList<>();
    for (Slot slot : new Schedule(design, 1).blocks(ROUNDS)) {
      launches.add(launch(slot, random, launches.size() == 9));
    }
    return new Results(
        "deploy/experiment 'a <text>.txt' --threads 16,32,64",
        design,
        1,
        ROUNDS,
        0.05,
        1_000,
        Map.of("broker", "RabbitMQ 4.0.5 & others"),
        launches);
  }

  private static Launch launch(Slot slot, Random random, boolean broken) {
    double rate = 4_000 * Math.exp(NOISE * random.nextGaussian());
    rate *= slot.cell().level("queue").equals("quorum") ? 0.7 : 1;
    rate *= Integer.parseInt(slot.cell().level("threads")) >= 32 ? 1.2 : 1;
    Map<Metric, Double> values =
        new EnumMap<>(
            Map.of(
                Metric.LINES_PER_SECOND,
                rate,
                Metric.P50,
                12_000 / rate,
                Metric.P99,
                40_000 / rate * Math.exp(5 * NOISE * random.nextGaussian()),
                Metric.LONGEST_QUEUE,
                300.0 + random.nextInt(50),
                Metric.LOST,
                broken ? 3.0 : 0.0,
                Metric.CPU_CLIENT,
                110.0,
                Metric.CPU_SERVER,
                140.0,
                Metric.CPU_BROKER,
                90.0,
                Metric.CPU_CONSUMER,
                30.0));
    values.putAll(Map.of(Metric.BUSY, 96.0, Metric.PRESSURE, 50.0));
    List<Integer> queue =
        IntStream.range(0, 20).mapToObj(i -> i < 15 ? 20 * i + random.nextInt(9) : 0).toList();
    Status status = broken ? Status.LOST : Status.OK;
    return new Launch(
        slot,
        status,
        broken ? "3 lines (41 words) lost, 0 (0 words) counted twice" : "",
        values,
        queue);
  }
}
