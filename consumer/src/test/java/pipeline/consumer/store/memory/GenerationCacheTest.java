package pipeline.consumer.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GenerationCacheTest {
  private final List<String> loaded = new ArrayList<>();
  private final GenerationCache<String, StringBuilder> cache =
      new GenerationCache<>(this::load, StringBuilder::length);

  private synchronized StringBuilder load(String key) {
    loaded.add(key);
    return new StringBuilder(key);
  }

  @Test
  void whatIsTouchedInEachGenerationIsNeverLoadedAgain() {
    StringBuilder touched = cache.get("a");
    for (int generation = 0; generation < 5; generation++) {
      cache.endGeneration();
      assertThat(cache.get("a")).isSameAs(touched);
    }
    assertThat(loaded).containsExactly("a");
  }

  @Test
  void whatWasNotTouchedForAGenerationIsDroppedAndLoadedWhenNeeded() {
    cache.get("a");
    cache.endGeneration();
    cache.get("b");
    cache.endGeneration();
    cache.get("b");
    assertThat(loaded).containsExactly("a", "b");
    cache.get("a");
    assertThat(loaded).containsExactly("a", "b", "a");
  }

  @Test
  void theWeightIsOfWhatIsYoung() {
    cache.get("four");
    cache.get("four");
    cache.grow(2);
    assertThat(cache.weight()).isEqualTo(6);
    cache.endGeneration();
    assertThat(cache.weight()).isZero();
    cache.get("four");
    cache.get("of");
    assertThat(cache.weight()).isEqualTo(6);
  }

  @Test
  void whatIsRemovedIsLoadedAgain() {
    cache.get("a");
    cache.endGeneration();
    cache.remove("a");
    cache.get("a");
    cache.remove("a");
    cache.get("a");
    assertThat(loaded).containsExactly("a", "a", "a");
  }

  @Test
  void manyThreadsGetOneObject() {
    List<CompletableFuture<StringBuilder>> all =
        IntStream.range(0, 64)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> cache.get("a")))
            .toList();
    assertThat(all.stream().map(CompletableFuture::join).distinct()).hasSize(1);
    assertThat(loaded).hasSize(1);
  }
}
