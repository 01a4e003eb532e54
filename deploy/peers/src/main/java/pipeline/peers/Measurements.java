package pipeline.peers;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every value measured, by benchmark, load and contender, in the order of first entry. Used by one
 * thread.
 */
final class Measurements {

  /** What a row of the result stands for: {@code pipeline}, {@code 32 connections}, {@code R1}. */
  record Row(String bench, String load, String contender) {}

  private final Map<Row, Map<Metric, List<Double>>> rows = new LinkedHashMap<>();

  void add(Row row, Metric metric, double value) {
    rows.computeIfAbsent(row, r -> new EnumMap<>(Metric.class))
        .computeIfAbsent(metric, m -> new ArrayList<>())
        .add(value);
  }

  List<Row> rows() {
    return List.copyOf(rows.keySet());
  }

  /** The values of the row in the order measured; empty for a metric not measured there. */
  List<Double> values(Row row, Metric metric) {
    return rows.getOrDefault(row, Map.of()).getOrDefault(metric, List.of());
  }

  boolean has(Row row, Metric metric) {
    return !values(row, metric).isEmpty();
  }

  Samples samples(Row row, Metric metric) {
    return new Samples(values(row, metric).stream().mapToDouble(Double::doubleValue).toArray());
  }
}
