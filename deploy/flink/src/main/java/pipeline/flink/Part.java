package pipeline.flink;

import pipeline.wire.identity.Partitions;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;

/** Lines of one block of a run, or the run's end. A bean, as Flink's serializers want it. */
public final class Part {
  /** The run, as its digits. */
  public String run;

  /** The number of the block in the run. */
  public int block;

  /** The number of lines with which the run has ended; -1 if this has lines. */
  public long end;

  /** The entry of the lines, as in a message; empty at the end of a run. */
  public byte[] entry;

  /** A part that Flink fills. */
  public Part() {}

  private Part(String run, int block, long end, byte[] entry) {
    this.run = run;
    this.block = block;
    this.end = end;
    this.entry = entry;
  }

  static Part of(RequestKey first, byte[] entry) {
    return new Part(first.run().toString(), Partitions.block(first.seq()), -1, entry);
  }

  static Part of(RunEnd end) {
    return new Part(end.run().toString(), 0, end.lines(), new byte[0]);
  }

  /** What the identities of the block are kept under. */
  String key() {
    return run + "/" + block;
  }
}
