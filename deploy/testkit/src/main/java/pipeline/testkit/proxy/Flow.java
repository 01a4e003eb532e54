package pipeline.testkit.proxy;

import java.time.Duration;

/**
 * What a proxy does to the bytes of one direction. Immutable.
 *
 * @param delay how long each piece is held back; order is kept
 * @param jitter up to how much longer, drawn anew for each piece
 * @param slice whether every byte is written on its own
 * @param swallow whether bytes are read and dropped while the connection stays open
 * @param cutAfter a number of bytes; the connection that carries the last of them is broken off in
 *     the middle, and the counting starts again; 0 for never
 * @param ending how a cut connection ends
 */
public record Flow(
    Duration delay, Duration jitter, boolean slice, boolean swallow, int cutAfter, Ending ending) {

  /** How a connection is broken off. */
  public enum Ending {
    /** An orderly end of stream (FIN). */
    CLOSE,
    /** A connection reset (RST): what is still under way may be lost. */
    RESET
  }

  public static final Flow PASS = delayed(Duration.ZERO, Duration.ZERO);
  public static final Flow SLICE =
      new Flow(Duration.ZERO, Duration.ZERO, true, false, 0, Ending.CLOSE);
  public static final Flow SWALLOW =
      new Flow(Duration.ZERO, Duration.ZERO, false, true, 0, Ending.CLOSE);

  public static Flow delayed(Duration delay, Duration jitter) {
    return new Flow(delay, jitter, false, false, 0, Ending.CLOSE);
  }

  public static Flow cut(int afterBytes, Ending ending) {
    return new Flow(Duration.ZERO, Duration.ZERO, false, false, afterBytes, ending);
  }
}
