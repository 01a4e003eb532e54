package pipeline.rig;

import java.io.IOException;
import java.time.Duration;
import pipeline.testkit.process.ProgramException;

/** What counts the messages of a rig. Its processes are parts of the rig. Used by one thread. */
interface Counters {

  /** Starts all, and returns when they read all queues. */
  void start() throws IOException, InterruptedException;

  /**
   * Waits until all read their queues.
   *
   * @throws ProgramException one died, or they do not within their limit
   */
  void awaitReading() throws IOException, InterruptedException;

  /**
   * Waits until the queues are empty; what is not safe then, {@link #end} makes safe.
   *
   * @param patience how long the queues may stay as long as they are
   * @throws ProgramException one died, or the queues have not become shorter for that long
   */
  void drain(Duration patience) throws IOException, InterruptedException;

  /**
   * Ends all, which then write their counts and what they have to say about them.
   *
   * @throws ProgramException one does not end in time, or not as it should
   */
  void end() throws IOException, InterruptedException;

  /**
   * What was counted; to be asked for when all have ended. It is nothing if they never started.
   *
   * @param counter one of the spec's
   */
  Proof proof(String counter);
}
