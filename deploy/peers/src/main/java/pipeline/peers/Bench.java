package pipeline.peers;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** One benchmark: what its rounds measure is entered in the measurements. */
interface Bench extends AutoCloseable {
  /**
   * Measures every contender once.
   *
   * @param round from 0
   */
  void round(int round) throws IOException, InterruptedException, TimeoutException;

  /** Ends what was left running between rounds. */
  @Override
  default void close() throws IOException {}
}
