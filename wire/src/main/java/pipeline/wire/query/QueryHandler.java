package pipeline.wire.query;

import java.util.Optional;

/**
 * One workload's GETs, the same on the server, where a shared store is, and on the consumer, where
 * the counts are. Stateless and thread-safe.
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
