package pipeline.consumer.store.memory;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Numbers of their own, tables and sets. A row or member is found through its group, and named
 * GROUP/ROW where all numbers stand in one list; a set is a table whose numbers are all 1.
 */
public final class GroupedTotals extends Totals {
  private static final char SEPARATOR = '/';

  private final ConcurrentHashMap<String, Total> numbers = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, ConcurrentHashMap<String, Total>> groups =
      new ConcurrentHashMap<>();

  /** The name of a row or member among all numbers. */
  public static String name(String group, String row) {
    return group + SEPARATOR + row;
  }

  @Override
  public void add(String number, long by) {
    increase(total(number), by);
  }

  @Override
  public void add(String table, String row, long by) {
    increase(row(table, row), by);
  }

  @Override
  public void put(String set, String member) {
    ConcurrentHashMap<String, Total> members = groupToChange(set);
    if (!members.containsKey(member)) {
      members.computeIfAbsent(
          member,
          added -> {
            Total one = new Total(name(set, added));
            increase(one, 1);
            return one;
          });
    }
  }

  @Override
  Total total(String name) {
    int separator = name.indexOf(SEPARATOR);
    return separator < 0
        ? numbers.computeIfAbsent(name, Total::new)
        : row(name.substring(0, separator), name.substring(separator + 1));
  }

  private Total row(String group, String row) {
    return groupToChange(group).computeIfAbsent(row, added -> new Total(name(group, added)));
  }

  private ConcurrentHashMap<String, Total> groupToChange(String group) {
    // most groups stay small, and there are many of them
    return groups.computeIfAbsent(group, added -> new ConcurrentHashMap<>(2));
  }

  private Map<String, Total> group(String group) {
    Map<String, Total> found = groups.get(group);
    return found == null ? Map.of() : found;
  }

  @Override
  Stream<Total> all() {
    return Stream.concat(
        numbers.values().stream(),
        groups.values().stream().flatMap(group -> group.values().stream()));
  }

  @Override
  public long number(String number) {
    return count(numbers.get(number));
  }

  @Override
  public long number(String table, String row) {
    return count(group(table).get(row));
  }

  private static long count(Total total) {
    return total == null ? 0 : total.count();
  }

  @Override
  public Map<String, Long> rows(String table) {
    return group(table).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, row -> row.getValue().count()));
  }

  @Override
  public long rowCount(String table) {
    return group(table).size();
  }

  @Override
  public boolean contains(String set, String member) {
    return group(set).containsKey(member);
  }

  @Override
  public List<String> members(String set, int limit) {
    return group(set).keySet().stream().limit(limit).toList();
  }
}
