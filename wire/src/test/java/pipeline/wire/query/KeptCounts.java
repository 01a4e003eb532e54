package pipeline.wire.query;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A store in plain maps. For one thread. */
final class KeptCounts implements CounterUpdates, CounterQueries {
  private final Map<String, Long> numbers = new HashMap<>();
  private final Map<String, Map<String, Long>> tables = new HashMap<>();
  private final Map<String, Set<String>> sets = new HashMap<>();

  @Override
  public void add(String number, long by) {
    numbers.merge(number, by, Long::sum);
  }

  @Override
  public void add(String table, String row, long by) {
    tables.computeIfAbsent(table, any -> new HashMap<>()).merge(row, by, Long::sum);
  }

  @Override
  public void put(String set, String member) {
    sets.computeIfAbsent(set, any -> new HashSet<>()).add(member);
  }

  @Override
  public long number(String number) {
    return numbers.getOrDefault(number, 0L);
  }

  @Override
  public long number(String table, String row) {
    return rows(table).getOrDefault(row, 0L);
  }

  @Override
  public Map<String, Long> rows(String table) {
    return tables.getOrDefault(table, Map.of());
  }

  @Override
  public long rowCount(String table) {
    return rows(table).size();
  }

  @Override
  public boolean contains(String set, String member) {
    return sets.getOrDefault(set, Set.of()).contains(member);
  }

  @Override
  public List<String> members(String set, int limit) {
    return sets.getOrDefault(set, Set.of()).stream().limit(limit).toList();
  }
}
