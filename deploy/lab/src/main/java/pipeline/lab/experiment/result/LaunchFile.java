package pipeline.lab.experiment.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.design.Schedule.Slot;

/**
 * A CSV file with a row a launch: what everything else is computed from. The rows are the beginning
 * of a schedule. What was not measured is an empty field. Used by one thread.
 */
public final class LaunchFile {
  private static final List<String> PLACE = List.of("block", "position", "role");
  private static final List<String> END = List.of("status", "note");
  private static final String QUEUE = "queue by second";

  private final Path path;
  private final List<Factor> factors;
  private final List<Slot> schedule;

  /**
   * @param schedule the launches whose rows are, or will be, in the file
   */
  public LaunchFile(Path path, List<Factor> factors, List<Slot> schedule) {
    this.path = path;
    this.factors = List.copyOf(factors);
    this.schedule = List.copyOf(schedule);
  }

  /**
   * Reads the launches in the file; none if there is no such file. A last line that was not
   * finished is removed from the file.
   *
   * @throws IOException it cannot be read, or is not of this schedule
   */
  public List<Launch> read() throws IOException {
    if (!Files.exists(path)) {
      return List.of();
    }
    String text = Files.readString(path);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    if (whole.length() < text.length()) {
      Files.writeString(path, whole);
    }
    List<String> lines = whole.lines().toList();
    if (lines.isEmpty()) {
      return List.of();
    }
    List<String> header = Csv.fields(lines.get(0));
    if (!header.equals(header()) || lines.size() - 1 > schedule.size()) {
      throw new IOException(path + " is of another experiment");
    }
    List<Launch> launches = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      launches.add(launch(Csv.fields(lines.get(i)), schedule.get(i - 1)));
    }
    return launches;
  }

  /** Adds a row, and the header before the first. */
  public void append(Launch launch) throws IOException {
    String rows = Files.exists(path) ? "" : Csv.line(header());
    Files.writeString(
        path, rows + Csv.line(row(launch)), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private List<String> header() {
    return Stream.of(
            PLACE.stream(),
            factors.stream().map(Factor::name),
            END.stream(),
            Stream.of(Metric.values()).map(Metric::title),
            Stream.of(QUEUE))
        .flatMap(names -> names)
        .toList();
  }

  private List<String> row(Launch launch) {
    List<String> row = place(launch.slot());
    row.add(launch.status().name());
    row.add(launch.note());
    for (Metric metric : Metric.values()) {
      row.add(Objects.toString(launch.values().get(metric), ""));
    }
    row.add(launch.queue().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    return row;
  }

  private List<String> place(Slot slot) {
    List<String> place = new ArrayList<>();
    place.add(Integer.toString(slot.block()));
    place.add(Integer.toString(slot.position()));
    place.add(slot.role().name());
    factors.forEach(factor -> place.add(slot.cell().level(factor.name())));
    return place;
  }

  private Launch launch(List<String> fields, Slot slot) throws IOException {
    List<String> place = place(slot);
    int end = place.size();
    if (fields.size() != header().size() || !fields.subList(0, end).equals(place)) {
      throw new IOException(path + " is of another experiment");
    }
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    Iterator<String> texts = fields.listIterator(end + END.size());
    for (Metric metric : Metric.values()) {
      String text = texts.next();
      if (!text.isEmpty()) {
        values.put(metric, Double.valueOf(text));
      }
    }
    Stream<String> queue = Stream.of(texts.next().split(" ", -1));
    return new Launch(
        slot,
        Launch.Status.valueOf(fields.get(end)),
        fields.get(end + 1),
        values,
        queue.filter(number -> !number.isEmpty()).map(Integer::valueOf).toList());
  }
}
