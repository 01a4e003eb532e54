package pipeline.consumer;

import java.util.List;
import java.util.stream.Collectors;

/** Every workload that {@code --workload} takes. */
final class WorkloadHandlers {
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
   * @throws BadArgumentException if there is none
   */
  static WorkloadHandler<?> named(String name) throws BadArgumentException {
    return ALL.stream()
        .filter(handler -> handler.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadArgumentException(
                    "--workload is '" + name + "', but must be one of " + names()));
  }

  private static String names() {
    return ALL.stream().map(WorkloadHandler::name).collect(Collectors.joining(", "));
  }
}
