package pipeline.client.stats;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Latencies of any number of requests. Count, mean, minimum and maximum are exact; percentiles come
 * from a histogram of nanoseconds and are at most 0.1 % above the sample, and not above the
 * maximum. All values are 0 when there are no samples. Immutable.
 */
public final class LatencyStats {
  static final int SIGNIFICANT_DIGITS = 3;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final int POINTS_PER_HALVING = 5;

  private final Histogram nanoseconds;
  private final long sumNanos;
  private final long minNanos;
  private final long maxNanos;

  /** Takes over the histogram: the caller must not touch it again. */
  LatencyStats(Histogram nanoseconds, long sumNanos, long minNanos, long maxNanos) {
    this.nanoseconds = nanoseconds;
    this.sumNanos = sumNanos;
    this.minNanos = minNanos;
    this.maxNanos = maxNanos;
  }

  /**
   * The latencies that {@link #encoded} has given, with what else was told of them.
   *
   * @throws IllegalArgumentException if the text is no histogram
   */
  public static LatencyStats decoded(
      String text, double meanMillis, double minMillis, double maxMillis) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
      Histogram nanoseconds = Histogram.decodeFromCompressedByteBuffer(bytes, 0);
      return new LatencyStats(
          nanoseconds,
          nanos(meanMillis * nanoseconds.getTotalCount()),
          nanos(minMillis),
          nanos(maxMillis));
    } catch (DataFormatException | RuntimeException e) { // the library checks no bounds
      throw new IllegalArgumentException("no histogram: " + e, e);
    }
  }

  private static long nanos(double millis) {
    return Math.round(millis * NANOS_PER_MILLI);
  }

  /**
   * The samples in nanoseconds as text: HdrHistogram's compressed form in base64. Empty without
   * samples.
   */
  public Optional<String> encoded() {
    if (count() == 0) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.allocate(nanoseconds.getNeededByteBufferCapacity());
    int length = nanoseconds.copy().encodeIntoCompressedByteBuffer(bytes);
    return Optional.of(Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length)));
  }

  public static LatencyStats merge(Collection<LatencyStats> parts) {
    Histogram nanoseconds = new Histogram(SIGNIFICANT_DIGITS);
    long sumNanos = 0;
    long minNanos = Long.MAX_VALUE;
    long maxNanos = 0;
    for (LatencyStats part : parts) {
      nanoseconds.add(part.nanoseconds);
      sumNanos += part.sumNanos;
      minNanos = Math.min(minNanos, part.minNanos);
      maxNanos = Math.max(maxNanos, part.maxNanos);
    }
    return new LatencyStats(nanoseconds, sumNanos, minNanos, maxNanos);
  }

  public long count() {
    return nanoseconds.getTotalCount();
  }

  public double meanMillis() {
    return count() == 0 ? 0 : sumNanos / NANOS_PER_MILLI / count();
  }

  public double minMillis() {
    return count() == 0 ? 0 : minNanos / NANOS_PER_MILLI;
  }

  public double maxMillis() {
    return maxNanos / NANOS_PER_MILLI;
  }

  /**
   * The nearest-rank percentile: the smallest sample that at least {@code percent} of all samples
   * do not exceed. The median of two samples is the lower one.
   */
  public double percentileMillis(double percent) {
    return Math.min(nanoseconds.getValueAtPercentile(percent), maxNanos) / NANOS_PER_MILLI;
  }

  /**
   * The percents at which to draw the percentiles: as many for the slower half of the samples as
   * for the slower half of those, and so on, up to 100 for the slowest one.
   */
  public List<Double> curve() {
    List<Double> percents = new ArrayList<>();
    nanoseconds
        .percentiles(POINTS_PER_HALVING)
        .forEach(point -> percents.add(point.getPercentileLevelIteratedTo()));
    return percents;
  }
}
