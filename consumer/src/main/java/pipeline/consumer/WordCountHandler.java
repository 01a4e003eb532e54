package pipeline.consumer;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.wire.Changes;
import pipeline.wire.PayloadFormat;
import pipeline.wire.Reads;
import pipeline.wire.Settings;
import pipeline.wire.Topology;
import pipeline.wire.WordCounts;
import pipeline.wire.WordKeys;
import pipeline.wire.WordReads;
import pipeline.wire.Workload;

/** {@code wordcount}: a line's words, added up by word. */
final class WordCountHandler implements WorkloadHandler<Map<String, Integer>> {

  @Override
  public String name() {
    return "wordcount";
  }

  @Override
  public Topology queue(Settings settings) {
    return Topology.of(Workload.WORDCOUNT, settings);
  }

  @Override
  public PayloadFormat<Map<String, Integer>> format() {
    return new WordCounts();
  }

  @Override
  public void apply(Map<String, Integer> words, Changes changes) {
    words.forEach((word, count) -> changes.add(WordKeys.WORDS, word, count));
  }

  @Override
  public Reads reads() {
    return new WordReads();
  }

  @Override
  public List<String> names() {
    return List.of(WordKeys.WORDS);
  }

  @Override
  public String rowName(String table, String word) {
    return word;
  }

  @Override
  public String entries() {
    return "lines";
  }

  @Override
  public Map<String, Long> figures(Collection<NamedCount> counts) {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("words", NamedCount.sum(counts, ""));
    figures.put("distinct", (long) counts.size());
    return figures;
  }

  @Override
  public boolean isRanked() {
    return true;
  }

  @Override
  public Totals newTotals() {
    return new WordTotals();
  }

  @Override
  public Optional<MessageReader<Map<String, Integer>>> javaReader() {
    return Optional.of(new JavaMapReader());
  }
}
