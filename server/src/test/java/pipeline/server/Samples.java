package pipeline.server;

import java.util.Map;
import java.util.stream.Collectors;

/** Reads Prometheus text: each series, with its labels as they stand, and its value. */
public final class Samples {

  private Samples() {}

  public static Map<String, Double> of(String text) {
    return text.lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" (?=[^ ]*$)", 2))
        .collect(Collectors.toMap(sample -> sample[0], sample -> Double.valueOf(sample[1])));
  }
}
