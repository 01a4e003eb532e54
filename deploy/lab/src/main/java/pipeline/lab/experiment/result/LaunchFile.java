package pipeline.lab.experiment.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.design.Schedule.Slot;

/**
 * A CSV file with a row a launch, from which everything else can be computed. What was not measured
 * is an empty field.
 *
 * @param path of a file that is made with its header before the first row
 */
public record LaunchFile(Path path, List<Factor> factors) {

  /** Adds a row, and the header before the first. */
  public void append(Launch launch) throws IOException {
    String rows = Files.exists(path) ? "" : Csv.line(header());
    Files.writeString(
        path, rows + Csv.line(row(launch)), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private List<String> header() {
    return Stream.of(
            Stream.of("block", "position", "role"),
            factors.stream().map(Factor::name),
            Stream.of("status", "note"),
            Stream.of(Metric.values()).map(Metric::title),
            Stream.of("queue by second"))
        .flatMap(names -> names)
        .toList();
  }

  private List<String> row(Launch launch) {
    Slot slot = launch.slot();
    List<String> row = new ArrayList<>();
    row.add(Integer.toString(slot.block()));
    row.add(Integer.toString(slot.position()));
    row.add(slot.role().name());
    factors.forEach(factor -> row.add(slot.cell().level(factor.name())));
    row.add(launch.status().name());
    row.add(launch.note());
    for (Metric metric : Metric.values()) {
      row.add(Objects.toString(launch.values().get(metric), ""));
    }
    row.add(launch.queue().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    return row;
  }
}
