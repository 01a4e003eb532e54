package pipeline.wire.identity;

/**
 * The end of a run: its client has sent {@code lines} lines, numbered from 0, and sends no more.
 * Immutable.
 *
 * @param lines from 0 to {@link #MAX_LINES}
 */
public record RunEnd(RunId run, long lines) {
  /** The most lines that a run can have: as many as a {@link RequestKey} can number. */
  public static final long MAX_LINES = Integer.MAX_VALUE + 1L;

  /**
   * @throws IllegalArgumentException if no run can have this number of lines
   */
  public RunEnd {
    if (lines < 0 || lines > MAX_LINES) {
      throw new IllegalArgumentException("a run has from 0 to " + MAX_LINES + " lines");
    }
  }
}
