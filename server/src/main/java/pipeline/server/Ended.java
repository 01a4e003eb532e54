package pipeline.server;

/** A batch whose verdict is known and whose requests may not have been told yet. */
record Ended(Batch batch, Verdict verdict) {
  static final Ended NOTHING = new Ended(Batch.NONE, Verdict.CONFIRMED);

  /** Tells those who have not been told; any thread may. */
  void answer() {
    batch.end(verdict);
  }
}
