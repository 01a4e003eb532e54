package pipeline.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pipeline.server.http.Endpoints;
import pipeline.server.workload.LiftRideEndpoints;
import pipeline.server.workload.SwipeEndpoints;
import pipeline.server.workload.TextEndpoints;

/** Paths and methods of docs/openapi.yaml are those of the code. */
class OpenApiTest {
  private static final Path FILE = Path.of("..", "docs", "openapi.yaml");
  private static final Pattern PATH = Pattern.compile("  (/\\S*):");
  private static final Pattern METHOD = Pattern.compile("    (get|post|put|patch|delete):");
  private static final List<String> COMMON = List.of("/health", "/metrics", "/runs/{run}");

  /** The methods of each path in the order of the file, found by its indentation. */
  private static final Map<String, List<String>> METHODS = new LinkedHashMap<>();

  @BeforeAll
  static void read() throws IOException {
    List<String> methods = new ArrayList<>();
    for (String line : Files.readAllLines(FILE)) {
      Matcher path = PATH.matcher(line);
      Matcher method = METHOD.matcher(line);
      if (path.matches()) {
        methods = METHODS.computeIfAbsent(path.group(1), key -> new ArrayList<>());
      } else if (method.matches()) {
        methods.add(method.group(1).toUpperCase(Locale.ROOT));
      }
    }
  }

  static Stream<Endpoints<?>> workloads() {
    return Stream.of(TextEndpoints.standard(), new LiftRideEndpoints(), new SwipeEndpoints());
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void eachMappingHasItsPathsWithTheirMethods(Endpoints<?> endpoints) {
    for (String mapping : endpoints.mappings()) {
      List<String> paths =
          METHODS.keySet().stream().filter(path -> isBelow(mapping, path)).toList();
      assertThat(paths).as(mapping).isNotEmpty();
      for (String path : paths) {
        assertThat(METHODS.get(path))
            .as(path)
            .containsExactlyInAnyOrderElementsOf(endpoints.methods(asked(path)));
      }
    }
  }

  @Test
  void eachPathIsOfOneWorkloadOrOfAll() {
    List<String> mappings =
        workloads().flatMap(endpoints -> endpoints.mappings().stream()).toList();
    assertThat(METHODS.keySet())
        .contains(COMMON.toArray(new String[0]))
        .allMatch(
            path ->
                COMMON.contains(path)
                    || mappings.stream().anyMatch(mapping -> isBelow(mapping, path)));
  }

  /** Whether a path is below a mapping, by the container's rules. */
  private static boolean isBelow(String mapping, String path) {
    String start = mapping.substring(0, mapping.length() - "/*".length());
    return path.equals(start) || path.startsWith(start + "/");
  }

  private static String asked(String path) {
    return path.replace("{direction}", "left").replaceAll("\\{\\w+}", "1");
  }
}
