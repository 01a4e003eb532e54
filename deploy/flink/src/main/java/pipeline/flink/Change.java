package pipeline.flink;

/** A change of a count. A bean, as Flink's serializers want it. */
public final class Change {
  /** The name of the count, as in a dump. */
  public String name;

  /** What is added; 0 for the member of a set, which counts 1 however often it is put there. */
  public long by;

  /** A change that Flink fills. */
  public Change() {}

  Change(String name, long by) {
    this.name = name;
    this.by = by;
  }
}
