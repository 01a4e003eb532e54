package pipeline.lab.experiment.report;

import java.util.Locale;

/** The paragraph that says how the numbers were made, and whose method that is. */
final class Method {
  private static final String RESTARTED =
      """
      Each round launches every cell once, and the base once more, in an order drawn from the
      seed (randomised multiple interleaved trials: Abedi and Brecht, ICPE 2017). A launch is
      fresh programs on an empty queue of their own, warmed up by the same number of requests.
      All is sent to consumers that stand still; then the broker is stopped and started, and
      the consumers count what is left. Messages that waited are those in the queue and those
      that a consumer holds without an ack. Numbers in the table are medians of all launches
      that came to their end; longest queue, lost and doubled are the worst of them.
      Throughput is not measured: most of the time is the broker's, to stop and to start.
      """
          .strip();

  private Method() {}

  static String text(Results results) {
    return results.isOfRestarts() ? RESTARTED : compared(results);
  }

  private static String compared(Results results) {
    String margin = String.format(Locale.ROOT, "%.1f", 100 * results.margin()).replace(".0", "");
    return """
        Randomised complete blocks: each round launches every cell once, and the base once
        more as a control, in an order drawn from the seed. A launch is fresh programs on an
        empty queue of their own (the broker stays), warmed up by the same number of
        requests. Throughput counts until the last line is counted, not until the last
        answer. Effects are means of paired logarithms of ratios, one a round, with
        Student's 95 %% intervals; those of a factor are averaged over the settings of the
        others within a round. A launch that lost or doubled a word, failed, or did not end
        is left out with its pairs; with more than a quarter of a setting's pairs left out
        the verdict is "invalid". p-values of the factors are corrected by Holm for %s
        comparisons in throughput; those of p99 and of single cells are not, so they are
        hints. "No difference" needs the 90 %% interval, which is then the one shown, within
        the margin of %s %%, fixed before the run (two one-sided tests). "Detectable" is the
        smallest increase that as many rounds would have shown in four of five experiments.
        Numbers in the table are medians of whole launches; longest queue and lost lines are
        the worst of all. What the limit was is read from the machine's counters: it names
        the largest user of a busy CPU, which need not be the cause. The design is that of
        randomised multiple interleaved trials (Abedi and Brecht, ICPE 2017), all on one
        machine (Laaber et al., Empirical Software Engineering 2019), warmed up by requests
        since many programs on virtual machines never become steady (Barrett et al., OOPSLA
        2017). The tests are Student's, by Apache Commons Statistics, with Holm's correction
        (1979) and Schuirmann's two one-sided tests (1987).
        """
        .strip()
        .formatted(results.analysis().family(), margin);
  }
}
