package pipeline.consumer.store.file;

import java.util.List;
import java.util.Map;
import pipeline.wire.identity.RunId;

/**
 * The changes between two checkpoints, as the file is to have them, so that writing them twice does
 * no harm. The lists are in any order.
 *
 * @param counts the numbers that changed, with their new values
 * @param chunks chunks of identities with their new contents
 * @param runs runs with their new figures
 * @param forgotten runs to be removed, of which nothing has changed
 * @param lines how many lines were counted in all
 * @param horizonMillis the latest start among all forgotten runs
 */
record Changes(
    List<Map.Entry<String, Long>> counts,
    List<Map.Entry<String, byte[]>> chunks,
    List<Map.Entry<String, String>> runs,
    List<RunId> forgotten,
    long lines,
    long horizonMillis) {

  /** The changes that forget runs, or none. */
  static Changes forgetting(List<RunId> runs, long lines, long horizonMillis) {
    return new Changes(List.of(), List.of(), List.of(), runs, lines, horizonMillis);
  }
}
