package pipeline.client.report;

import java.io.IOException;
import org.HdrHistogram.Histogram;

/** Told of every second of a run, once it is over. */
interface SecondListener {
  /**
   * One second, or the shorter rest at the end of a step.
   *
   * @param nanos the response times of the successes; the listener must not keep it
   */
  void second(Second second, Histogram nanos) throws IOException;
}
