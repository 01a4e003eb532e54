package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;
import pipeline.consumer.store.Chunks;
import pipeline.consumer.store.Entries;
import pipeline.consumer.store.file.WorkingCounts.ChunkKey;

/** A chunk takes no more memory than it says. */
class SeqChunkTest {
  private static final int SIZE = Chunks.SIZE;

  private final SeqChunk chunk = new SeqChunk(new ChunkKey(Entries.RUN, 0), new RoaringBitmap());
  private final AtomicLong grown = new AtomicLong(chunk.bytes());

  private int claim(long from, long to) {
    RoaringBitmap known = new RoaringBitmap();
    chunk.claim(from, to, known, grown::addAndGet);
    return (int) (to - from) - known.getCardinality();
  }

  @Test
  void aFullChunkShrinksToAFewBytes() {
    for (int seq = 0; seq < SIZE; seq++) {
      assertThat(claim(seq, seq + 1)).isEqualTo(1);
    }
    assertThat(chunk.stored().getValue().length).isLessThan(100);
    assertThat(claim(4711, 4712)).isZero();
  }

  @Test
  void noOrderOfRangesAndGapsTakesMoreThanItSays() {
    claim(0, 100);
    for (int seq = 101; seq < SIZE; seq += 2) {
      claim(seq, seq + 1);
      if (seq % 4_001 == 0) {
        assertThat((long) chunk.stored().getValue().length).isLessThan(chunk.bytes());
      }
    }
    assertThat(chunk.stored().getValue().length).isLessThan(9_000);
    assertThat(grown.get()).isEqualTo(chunk.bytes()).isLessThan(9_000);
  }
}
