package pipeline.client.workload;

import pipeline.client.http.Request;

/**
 * Makes requests of nothing but their numbers: the same number always makes the same request, so
 * every thread makes its own and none waits for another. Thread-safe.
 */
interface RequestGenerator {
  /** A request of the load. */
  Request post(long seq);

  /** What {@link #post} says in its path and body, as one object of JSON in ASCII. */
  String line(long seq);

  /** A read to go beside the load; reads have numbers of their own, also from 0. */
  Request get(long seq);
}
