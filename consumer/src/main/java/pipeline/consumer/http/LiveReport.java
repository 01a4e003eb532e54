package pipeline.consumer.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import pipeline.consumer.amqp.CountLatency;
import pipeline.consumer.http.CostLimitedCache.Taken;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.RunTotals;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.workload.Tally;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CountsUnavailableException;

/**
 * The content of the live page, as one line of JSON; rates are since the previous line. Not
 * thread-safe.
 */
final class LiveReport {
  private static final int TOP = 12;
  private static final int RUNS = 8;

  private final JsonFactory json = new JsonFactory();
  private final WorkloadHandler<?> handler;
  private final StoreReader reader;
  private final LiveFigures figures;
  private final LongSupplier queueLength;
  private final LongSupplier nanoClock;
  private final Rate lineRate = new Rate();
  private final Map<String, Rate> rates = new HashMap<>();
  private final CountLatency latency;
  private CountLatency.Recorded lastLatency;

  /**
   * A report without rates yet.
   *
   * @param queueLength messages that wait, -1 while that is not known
   */
  LiveReport(
      WorkloadHandler<?> handler,
      StoreReader reader,
      LiveFigures figures,
      CountLatency latency,
      LongSupplier queueLength,
      LongSupplier nanoClock) {
    this.handler = handler;
    this.reader = reader;
    this.figures = figures;
    this.latency = latency;
    this.lastLatency = latency.recorded();
    this.queueLength = queueLength;
    this.nanoClock = nanoClock;
  }

  /** The current state; while the counts cannot be read, {@code counts} is missing. */
  String next() {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = json.createGenerator(text)) {
      out.writeStartObject();
      out.writeStringField("workload", handler.name());
      out.writeNumberField("waiting", queueLength.getAsLong());
      writeLatency(out);
      writeCounts(out);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /**
   * Writes the latency of the lines that were counted since the last report, in milliseconds;
   * nothing without such lines.
   */
  private void writeLatency(JsonGenerator out) throws IOException {
    CountLatency.Recorded now = latency.recorded();
    CountLatency.Recorded since = now.since(lastLatency);
    lastLatency = now;
    if (since.lines() > 0) {
      out.writeObjectFieldStart("latency");
      out.writeNumberField("p50", since.percentileMillis(50));
      out.writeNumberField("p99", since.percentileMillis(99));
      out.writeNumberField("max", since.maxMillis());
      out.writeEndObject();
    }
  }

  private void writeCounts(JsonGenerator out) throws IOException {
    long lines;
    Taken<Tally> sums;
    RunTotals runs;
    try {
      lines = reader.lines();
      sums = figures.sums();
      runs = figures.runs();
    } catch (CountsUnavailableException e) {
      return;
    }
    out.writeObjectFieldStart("counts");
    out.writeFieldName("entries");
    writeFigure(out, handler.unit(), lines, lineRate.at(nanoClock.getAsLong(), lines));
    out.writeArrayFieldStart("figures");
    for (Map.Entry<String, Long> sum : sums.value().figures().entrySet()) {
      Rate rate = rates.computeIfAbsent(sum.getKey(), name -> new Rate());
      writeFigure(out, sum.getKey(), sum.getValue(), rate.at(sums.nanos(), sum.getValue()));
    }
    out.writeEndArray();
    out.writeBooleanField("ranked", handler.isRanked());
    writeTop(out, sums.value().top());
    writeRuns(out, runs);
    out.writeEndObject();
  }

  private static void writeFigure(JsonGenerator out, String name, long total, OptionalDouble rate)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("name", name);
    out.writeNumberField("total", total);
    if (rate.isPresent()) {
      out.writeNumberField("rate", Math.round(rate.getAsDouble()));
    }
    out.writeEndObject();
  }

  private void writeTop(JsonGenerator out, List<NamedCount> top) throws IOException {
    out.writeArrayFieldStart("top");
    for (NamedCount count : first(handler.isRanked() ? TOP : 0, top)) {
      out.writeStartObject();
      out.writeStringField("name", count.shownName());
      out.writeNumberField("count", count.count());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void writeRuns(JsonGenerator out, RunTotals runs) throws IOException {
    out.writeNumberField("runs", runs.runs());
    out.writeNumberField("duplicates", runs.duplicates());
    out.writeArrayFieldStart("recent");
    for (RunFigures run : first(RUNS, runs.recent())) {
      writeRun(out, run);
    }
    out.writeEndArray();
  }

  static <T> List<T> first(int limit, List<T> all) {
    return all.subList(0, Math.min(limit, all.size()));
  }

  /**
   * The part of a run id that tells runs apart, which for a UUID of version 7 is its start time.
   * The rest stays hidden: a reader who knew it could send lines under the id.
   */
  static String shown(RunId run) {
    return run.toString().substring(0, 12) + "…";
  }

  private static void writeRun(JsonGenerator out, RunFigures run) throws IOException {
    out.writeStartObject();
    out.writeStringField("run", shown(run.run()));
    out.writeNumberField("lines", run.lines());
    out.writeNumberField("highest", run.highest());
    out.writeArrayFieldStart("ends");
    for (long end : run.ends()) {
      out.writeNumber(end);
    }
    out.writeEndArray();
    out.writeBooleanField("complete", run.isComplete());
    out.writeNumberField("missing", run.missing());
    out.writeNumberField("duplicates", run.duplicates());
    long listed = 0;
    out.writeArrayFieldStart("gaps");
    for (RunFigures.Gap gap : run.gaps()) {
      listed += gap.last() - gap.first() + 1;
      out.writeString(
          gap.first() == gap.last() ? Long.toString(gap.first()) : gap.first() + "–" + gap.last());
    }
    out.writeEndArray();
    out.writeBooleanField("moreGaps", listed < run.missing());
    out.writeEndObject();
  }

  /** The growth per second of a number, from one reading to the next. Not thread-safe. */
  private static final class Rate {
    private static final double NANOS_PER_SECOND = 1e9;

    private boolean hasReading;
    private long lastNumber;
    private long lastNanos;
    private OptionalDouble rate = OptionalDouble.empty();

    /**
     * The rate since the last reading; the last rate again if no time has passed.
     *
     * @return empty at the first reading
     */
    OptionalDouble at(long nanos, long number) {
      if (hasReading && nanos != lastNanos) {
        rate = OptionalDouble.of((number - lastNumber) * NANOS_PER_SECOND / (nanos - lastNanos));
      }
      hasReading = true;
      lastNumber = number;
      lastNanos = nanos;
      return rate;
    }
  }
}
