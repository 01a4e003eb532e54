package pipeline.consumer.store;

import java.util.Comparator;
import java.util.List;
import org.apache.commons.lang3.function.FailableConsumer;
import pipeline.wire.query.CounterQueries;

/** Runs that a test lists. */
public record ListedRuns(List<RunFigures> runs) implements StoreReader {

  @Override
  public long lines() {
    throw new UnsupportedOperationException();
  }

  @Override
  public <E extends Exception> void forEachCount(FailableConsumer<NamedCount, E> each) {
    throw new UnsupportedOperationException();
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
