package pipeline.server.admission;

import java.time.Duration;
import pipeline.wire.settings.Settings;

/**
 * How much the admitted runs may make the consumer keep. Immutable.
 *
 * @param maxRuns how many runs are admitted at a time
 * @param runTtl how long a run is remembered after its last line, as by the consumer
 * @param identityBytes for the identities of all runs
 * @param wordBytes for the distinct names that are counted, of all runs that ever were
 */
public record AdmissionConfig(int maxRuns, Duration runTtl, long identityBytes, long wordBytes) {
  static final String RUNS = "MAX_RUNS";
  static final String IDENTITIES = "MAX_IDENTITIES_MIB";
  static final String WORDS = "MAX_WORDS_MIB";

  private static final int MIB = 1 << 20;
  private static final int MAX_MIB = 1 << 16;

  public static AdmissionConfig from(Settings settings) {
    return new AdmissionConfig(
        settings.number(RUNS, 10_000, 1, 1_000_000),
        Duration.ofDays(settings.number("RUN_TTL_DAYS", 30, 1, 3_650)),
        mib(settings, IDENTITIES, 8),
        mib(settings, WORDS, 4));
  }

  private static long mib(Settings settings, String name, int partOfHeap) {
    int byDefault = Math.min(Settings.partOfHeapMib(partOfHeap), MAX_MIB);
    return (long) settings.number(name, byDefault, 1, MAX_MIB) * MIB;
  }
}
