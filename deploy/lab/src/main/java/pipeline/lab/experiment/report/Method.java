package pipeline.lab.experiment.report;

import pipeline.lab.experiment.statistics.Verdict;

/** The paragraph that says how the numbers were made, and whose method that is. */
final class Method {
  private static final String RESTARTED =
      """
      Each round launches every cell once, and the base once more, in an order drawn from the
      seed. All is sent to consumers that stand still; then the broker is stopped and started, and
      the consumers count what is left. Numbers in the table are medians of all launches that came
      to their end; longest queue, lost and doubled are the worst of them. Throughput is not
      measured: most of the time is the broker's, to stop and to start.\
      """;

  private static final String COMPARED =
      """
      Each round launches every cell once, and the base once more as a control, in an order drawn
      from the seed (randomised multiple interleaved trials: Abedi and Brecht, ICPE 2017).
      Throughput counts until the last line is counted. Effects are means of paired logarithms of
      ratios, one a round, with Student's 95 %% intervals; p-values of throughput are corrected by
      Holm for %s comparisons, those of p99 and of single cells are not, so they are hints. "No
      difference" needs the 90 %% interval, which is then the one shown, within the margin of %s,
      fixed before the run. A launch that lost or doubled a word, failed, or did not end is left
      out with its pairs; with more than a quarter of a setting's pairs left out the verdict is
      "invalid". Numbers in the table are medians of whole launches; longest queue and lost lines
      are the worst of all. The limit is the largest user of a busy CPU, which need not be the
      cause.\
      """;

  private static final String MORE =
      " Launch, base and control are explained in deploy/lab/README.md.";

  private Method() {}

  static String text(Results results) {
    String margin = Verdict.percent(results.margin());
    return (results.isOfRestarts()
            ? RESTARTED
            : COMPARED.formatted(results.analysis().family(), margin))
        + MORE;
  }
}
