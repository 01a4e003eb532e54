package pipeline.flink;

import java.util.List;
import java.util.NavigableSet;
import java.util.stream.Collectors;
import pipeline.consumer.store.Counting;
import pipeline.consumer.store.NewLines;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.store.redis.RedisFigures;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.redis.RedisRunEnds;

/**
 * The figures of a run, or what is added to them.
 *
 * @param next the number after the highest one of its lines; 0 without lines
 * @param ends the numbers of lines with which it has ended, as in {@link RedisRunEnds}
 */
public record Run(String id, long lines, long duplicates, long next, String ends)
    implements Totals.Total<Run> {
  static Run of(RunEnd end) {
    return new Run(end.run().toString(), 0, 0, 0, Long.toString(end.lines()));
  }

  static Run of(NewLines<?> lines) {
    RequestKey first = lines.entry().key();
    int fresh = lines.count();
    int all = lines.entry().count();
    return new Run(first.run().toString(), fresh, all - fresh, first.seq() + (long) all, null);
  }

  @Override
  public String key() {
    return id;
  }

  @Override
  public Run plus(Run other) {
    NavigableSet<Long> all = RedisRunEnds.parse(ends);
    all.addAll(RedisRunEnds.parse(other.ends));
    return new Run(
        id,
        lines + other.lines,
        duplicates + other.duplicates,
        Math.max(next, other.next),
        all.isEmpty() ? null : all.stream().map(String::valueOf).collect(Collectors.joining(" ")));
  }

  /** The line of the run, as the consumer reports it; which numbers are missing is not known. */
  @Override
  public String line(Counting<?> counting) {
    List<Long> all = List.copyOf(RedisRunEnds.parse(ends));
    long beyond = all.isEmpty() ? 0 : Math.max(0, next - all.get(all.size() - 1));
    return new RunFigures(RunId.parse(id), lines, next - 1, all, beyond, duplicates, List.of())
        .line();
  }

  @Override
  public void store(RedisFigures redis) {
    redis.run(RunId.parse(id), duplicates, ends);
  }
}
