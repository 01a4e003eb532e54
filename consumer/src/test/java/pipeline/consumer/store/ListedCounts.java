package pipeline.consumer.store;

import java.util.Comparator;
import java.util.List;
import org.apache.commons.lang3.function.FailableConsumer;
import pipeline.wire.query.CounterQueries;

/** Counts and runs that a test lists. */
public record ListedCounts(long lines, List<NamedCount> counts, List<RunFigures> runs)
    implements StoreReader {

  public static ListedCounts of(NamedCount... counts) {
    return new ListedCounts(1, List.of(counts), List.of());
  }

  @Override
  public <E extends Exception> void forEachCount(FailableConsumer<NamedCount, E> each) throws E {
    for (NamedCount count :
        counts.stream()
            .sorted(Comparator.comparing(NamedCount::name, NamedCount::compareNames))
            .toList()) {
      each.accept(count);
    }
  }

  @Override
  public boolean isInProcess() {
    return true;
  }

  @Override
  public <E extends Exception> void forEachRun(FailableConsumer<RunFigures, E> each) throws E {
    for (RunFigures run : runs.stream().sorted(Comparator.comparing(RunFigures::run)).toList()) {
      each.accept(run);
    }
  }

  @Override
  public RunTotals runTotals(int recent) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CounterQueries queries() {
    throw new UnsupportedOperationException();
  }
}
