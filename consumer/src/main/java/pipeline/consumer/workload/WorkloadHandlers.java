package pipeline.consumer.workload;

import java.util.List;
import java.util.stream.Collectors;

/** Every workload that {@code --workload} takes. */
public final class WorkloadHandlers {
  private static final List<WorkloadHandler<?>> ALL =
      List.of(
          new WordCountHandler(),
          new LiftRidesHandler(),
          new SwipeCountsHandler(),
          new SwipeMatchesHandler());

  private WorkloadHandlers() {}

  /**
   * The handler of that name.
   *
   * @throws IllegalArgumentException that names the value and the choices, if there is none
   */
  public static WorkloadHandler<?> named(String name) {
    return ALL.stream()
        .filter(handler -> handler.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--workload is '" + name + "', but must be one of " + names()));
  }

  private static String names() {
    return ALL.stream().map(WorkloadHandler::name).collect(Collectors.joining(", "));
  }
}
