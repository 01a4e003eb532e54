package pipeline.flink;

/** A change of a run's figures. A bean, as Flink's serializers want it. */
public final class RunChange {
  public String run;

  /** The lines that are new. */
  public long lines;

  public long duplicates;

  /** The highest number of these lines, counted from 1; 0 without lines. */
  public long highest;

  /** The number of lines with which the run has ended; -1 if this does not say. */
  public long end;

  /** A change that Flink fills. */
  public RunChange() {}

  RunChange(String run, long lines, long duplicates, long highest, long end) {
    this.run = run;
    this.lines = lines;
    this.duplicates = duplicates;
    this.highest = highest;
    this.end = end;
  }
}
