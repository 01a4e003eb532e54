package pipeline.rig;

import java.io.IOException;
import java.time.Duration;
import pipeline.testkit.process.ProgramException;

/** The processes, parts of a rig, that count the messages of a queue. Used by one thread. */
interface Counters {

  /** Starts all processes, which may not read yet. */
  void start() throws IOException;

  /**
   * Waits until all processes read their queues.
   *
   * @throws ProgramException one died, or they do not within the limit
   */
  void awaitReading(Duration limit) throws IOException, InterruptedException;

  /**
   * Ends all processes, which then write their counts and what they have to say about them.
   *
   * @throws ProgramException one does not end in time, or not as it should
   */
  void end() throws IOException, InterruptedException;

  /** What a consumer says of all lines when it has ended; empty if none was started. */
  String said();
}
