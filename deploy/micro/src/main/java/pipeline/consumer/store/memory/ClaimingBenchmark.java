package pipeline.consumer.store.memory;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.roaringbitmap.RoaringBitmap;
import pipeline.wire.codec.Entry;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/** An identity claimed, new ones in order as a run brings them, beside a plain set of keys. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ClaimingBenchmark {
  private static final int SEQS = 1 << 20;

  private DedupIndex index;
  private Set<RequestKey> baseline;
  private long next;

  /** From nothing each time, so that the sets stay within memory. */
  @Setup(Level.Iteration)
  public void empty() {
    index = new DedupIndex(new NoCounts());
    baseline = ConcurrentHashMap.newKeySet();
    next = 0;
  }

  /** Nothing is durable. */
  private static final class NoCounts implements DurableCounts {
    @Override
    public long count(String name) {
      return 0;
    }

    @Override
    public RoaringBitmap chunk(RunId run, int index) {
      return null;
    }

    @Override
    public RunRecord run(RunId run) {
      return null;
    }

    @Override
    public long lines() {
      return 0;
    }

    @Override
    public long horizonMillis() {
      return 0;
    }
  }

  @Benchmark
  public int ours() {
    return index.claim(Entry.single(key(), 1)).count();
  }

  @Benchmark
  public boolean baselineSet() {
    if (baseline.size() > SEQS) {
      baseline = ConcurrentHashMap.newKeySet();
    }
    return baseline.add(key());
  }

  /** The next line of the run, and of another run after each {@value #SEQS}. */
  private RequestKey key() {
    next++;
    return new RequestKey(new RunId(1, next / SEQS), (int) (next % SEQS));
  }
}
