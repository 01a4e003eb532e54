package pipeline.client.http;

import pipeline.wire.identity.RunId;

/**
 * The run that lines are sent under, in which they are numbered from 0. Another can follow it while
 * no request is in flight. Thread-safe.
 */
public final class CurrentRun {
  private volatile Numbering numbering;

  public CurrentRun(RunId id) {
    change(id, 0);
  }

  /**
   * Changes the run: every request from now on is numbered within the new one.
   *
   * @param firstSeq the number of its first line among all lines of the load
   */
  public void change(RunId id, long firstSeq) {
    numbering = new Numbering(id, firstSeq, id + "-");
  }

  public RunId id() {
    return numbering.id;
  }

  /** The number of lines of the load that belong to earlier runs. */
  public long firstSeq() {
    return numbering.firstSeq;
  }

  /** The key of a request, by the number of its first line among all lines of the load. */
  String key(long seq) {
    Numbering now = numbering;
    return now.keyStart + (seq - now.firstSeq);
  }

  private record Numbering(RunId id, long firstSeq, String keyStart) {}
}
