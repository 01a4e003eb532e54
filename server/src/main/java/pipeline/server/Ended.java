package pipeline.server;

/** A batch whose verdict is known and whose requests may not have been told yet. Thread-safe. */
record Ended(Batch batch, Verdict verdict) {
  static final Ended NOTHING = new Ended(Batch.NONE, Verdict.CONFIRMED);

  /** Tells those who have not been told; never blocks. */
  void end() {
    batch.end(verdict);
  }

  /** Likewise, but sends a confirmation at once: blocks while a client does not read. */
  void send() {
    if (verdict.confirmed()) {
      batch.send();
    } else {
      batch.end(verdict);
    }
  }
}
