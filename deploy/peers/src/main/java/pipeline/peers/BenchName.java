package pipeline.peers;

/** The benchmarks, by the names that {@code deploy/bench} takes. */
enum BenchName {
  server(Lasting.ALL_ROUNDS),
  client(Lasting.ONE_ROUND),
  consumer(Lasting.ONE_ROUND),
  pipeline(Lasting.ALL_ROUNDS),
  bulk(Lasting.ALL_ROUNDS),
  alternatives(Lasting.ALL_ROUNDS),
  link(Lasting.ONE_ROUND),
  footprint(Lasting.ONE_ROUND),
  growth(Lasting.ONE_ROUND),
  all(Lasting.ONE_ROUND);

  private final Lasting contenders;

  /** How long the programs of a contender live. */
  private enum Lasting {
    ONE_ROUND,
    ALL_ROUNDS
  }

  BenchName(Lasting contenders) {
    this.contenders = contenders;
  }

  /** How often all rounds are to be gone through, so that one start's luck is not the result. */
  int launches(int asked) {
    return contenders == Lasting.ALL_ROUNDS ? asked : 1;
  }
}
