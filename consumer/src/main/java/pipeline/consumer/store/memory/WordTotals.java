package pipeline.consumer.store.memory;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One table of numbers and nothing else: every word with its total, in the one map that all
 * consumer threads merge into, under the word alone.
 */
public final class WordTotals extends Totals {
  private final ConcurrentHashMap<String, Total> totals = new ConcurrentHashMap<>();

  @Override
  public void add(String table, String row, long by) {
    increase(total(row), by);
  }

  @Override
  Total total(String name) {
    Total total = totals.get(name);
    return total != null ? total : totals.computeIfAbsent(name, Total::new);
  }

  @Override
  Stream<Total> all() {
    return totals.values().stream();
  }

  @Override
  public long number(String table, String row) {
    Total total = totals.get(row);
    return total == null ? 0 : total.count();
  }

  @Override
  public Map<String, Long> rows(String table) {
    return all().collect(Collectors.toMap(Total::name, Total::count));
  }

  @Override
  public long rowCount(String table) {
    return totals.size();
  }

  @Override
  public void add(String number, long by) {
    throw new UnsupportedOperationException("there is one table only");
  }

  @Override
  public void put(String set, String member) {
    throw new UnsupportedOperationException("there is one table only");
  }

  @Override
  public long number(String number) {
    return 0;
  }

  @Override
  public boolean contains(String set, String member) {
    return false;
  }

  @Override
  public List<String> members(String set, int limit) {
    return List.of();
  }
}
