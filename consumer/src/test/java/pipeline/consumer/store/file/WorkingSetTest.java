package pipeline.consumer.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Items stay in memory while they are touched, and are there once. */
class WorkingSetTest {
  private final List<String> loaded = new ArrayList<>();
  private final WorkingSet<String, Name> set = new WorkingSet<>(this::load);

  private static final class Name extends WorkingSet.Item {
    private final String text;

    private Name(String text) {
      this.text = text;
    }

    @Override
    long bytes() {
      return text.length();
    }
  }

  private synchronized Name load(String key) {
    loaded.add(key);
    return new Name(key);
  }

  @Test
  void whatIsTouchedInEachGenerationIsKeptAndTheRestIsLoadedWhenNeeded() {
    Name touched = set.get("a");
    set.get("b");
    for (int generation = 0; generation < 5; generation++) {
      set.endGeneration();
      assertThat(set.get("a")).isSameAs(touched);
    }
    assertThat(loaded).containsExactly("a", "b");
    set.get("b");
    assertThat(loaded).containsExactly("a", "b", "b");
  }

  @Test
  void theWeightIsOfWhatIsYoung() {
    set.get("four");
    set.get("four");
    set.grow(2);
    assertThat(set.weight()).isEqualTo(6);
    set.endGeneration();
    assertThat(set.weight()).isZero();
    set.get("four");
    set.get("of");
    assertThat(set.weight()).isEqualTo(6);
  }

  @Test
  void manyThreadsGetOneItem() {
    List<CompletableFuture<Name>> all =
        IntStream.range(0, 64)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> set.get("a")))
            .toList();
    assertThat(all.stream().map(CompletableFuture::join).distinct()).hasSize(1);
    assertThat(loaded).hasSize(1);
  }
}
