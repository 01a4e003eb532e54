package pipeline.wire.query;

import java.util.Optional;

/**
 * Answers one workload's GETs, on the server from a shared store and on the consumer from its own
 * counts. Stateless and thread-safe.
 */
public interface QueryHandler {

  /**
   * Answers a GET.
   *
   * @param path below the context path, decoded, starting with a slash
   * @return empty if this workload has no such path
   * @throws CountsUnavailableException while the counts cannot be asked
   */
  Optional<JsonResponse> answer(String path, CounterQueries counts);
}
