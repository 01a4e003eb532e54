package pipeline.consumer.store.memory;

import java.util.function.Function;
import org.roaringbitmap.RoaringBitmap;
import pipeline.wire.identity.RunId;

/**
 * The counts of the last commit, from which objects are made that are not in memory. Thread-safe; a
 * call may take the time of a read from the disk.
 */
public interface DurableCounts {

  /** The number of a name, 0 if there is none. */
  long count(String name);

  /** The counted numbers of a chunk of a run's identities, new for the caller; null if none was. */
  RoaringBitmap chunk(RunId run, int index);

  /** A run's figures, null if it is not remembered. */
  RunRecord run(RunId run);

  /** The number of lines counted in all. */
  long lines();

  /** The latest start among all forgotten runs, in milliseconds since 1970; 0 if there is none. */
  long horizonMillis();

  /** Gives the durable counts of the moment to be read. Thread-safe. */
  interface Source {
    <T> T load(Function<DurableCounts, T> reading);
  }
}
