package pipeline.client.report;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import pipeline.client.stats.LatencySummary;

/** The numbers of every second, about 150 bytes each. Read it when the feed is closed. */
final class SecondSeries implements SecondListener {
  /**
   * One second's numbers.
   *
   * @param latency of the successes
   */
  record Point(Second second, LatencySummary latency) {}

  private final List<Point> points = new ArrayList<>();

  @Override
  public void second(Second second, Histogram nanos) {
    points.add(new Point(second, LatencySummary.ofNanos(nanos)));
  }

  List<Point> points() {
    return List.copyOf(points);
  }
}
