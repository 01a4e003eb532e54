package pipeline.consumer.store.memory;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.query.CounterUpdates;

/**
 * A workload's numbers in memory: single numbers, tables of numbers, and sets, which are tables
 * whose numbers are all 1. Thread-safe: all consumer threads add while others read. Adding does not
 * fail, short of an {@link Error}.
 *
 * <p>Every number also has one name of its own, under which it is saved and listed: that of a row
 * or member is TABLE/ROW or SET/MEMBER, or in {@link #ofOneTable} ROW alone.
 */
public final class Totals implements CounterUpdates, CounterQueries {
  private static final char SEPARATOR = '/';

  private final ConcurrentHashMap<String, Total> numbers = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, ConcurrentHashMap<String, Total>> tables =
      new ConcurrentHashMap<>();

  private final ChangeLog<Total> changes = new ChangeLog<>();

  /** Null if there may be any number of tables. */
  private final String onlyTable;

  private Totals(String onlyTable) {
    this.onlyTable = onlyTable;
    if (onlyTable != null) {
      tables.put(onlyTable, newTable(onlyTable));
    }
  }

  /** Empty totals. */
  public static Totals empty() {
    return new Totals(null);
  }

  /** Empty totals for a workload that changes nothing but the rows of {@code table}. */
  public static Totals ofOneTable(String table) {
    return new Totals(table);
  }

  /** The name of a row, or of a member of a set, among all numbers. */
  public static String rowName(String table, String row) {
    return table + SEPARATOR + row;
  }

  private static final class Total extends ChangeLog.Item {
    private static final AtomicLongFieldUpdater<Total> COUNT =
        AtomicLongFieldUpdater.newUpdater(Total.class, "count");

    private final String name;
    private volatile long count;

    Total(String name) {
      this.name = name;
    }

    void add(long more) {
      COUNT.getAndAdd(this, more);
    }

    NamedCount snapshot() {
      return new NamedCount(name, count);
    }
  }

  @Override
  public void add(String number, long by) {
    increase(total(number), by);
  }

  @Override
  public void add(String table, String row, long by) {
    increase(row(table, row), by);
  }

  private void increase(Total total, long by) {
    total.add(by);
    changes.add(total);
  }

  @Override
  public void put(String set, String member) {
    ConcurrentHashMap<String, Total> members = tableToChange(set);
    if (!members.containsKey(member)) {
      members.computeIfAbsent(
          member,
          added -> {
            Total one = newRow(set, added);
            increase(one, 1);
            return one;
          });
    }
  }

  /** Takes over a number that is durable already, before any change. */
  void restore(String name, long count) {
    total(name).add(count);
  }

  private Total total(String name) {
    if (onlyTable != null) {
      return row(onlyTable, name);
    }
    int separator = name.indexOf(SEPARATOR);
    return separator < 0
        ? numbers.computeIfAbsent(name, this::newNumber)
        : row(name.substring(0, separator), name.substring(separator + 1));
  }

  private Total row(String table, String row) {
    ConcurrentHashMap<String, Total> rows = tableToChange(table);
    // computeIfAbsent may lock even if the row exists
    Total total = rows.get(row);
    return total != null ? total : rows.computeIfAbsent(row, added -> newRow(table, added));
  }

  private Total newNumber(String number) {
    return new Total(number);
  }

  private Total newRow(String table, String row) {
    return new Total(onlyTable == null ? rowName(table, row) : row);
  }

  private ConcurrentHashMap<String, Total> tableToChange(String table) {
    ConcurrentHashMap<String, Total> rows = tables.get(table);
    // most tables stay small, and there are many of them
    return rows != null ? rows : tables.computeIfAbsent(table, this::newTable);
  }

  private ConcurrentHashMap<String, Total> newTable(String table) {
    return new ConcurrentHashMap<>(2);
  }

  /** The numbers that changed since the last drain; changes must be held off. */
  List<NamedCount> drainChanges() {
    return changes.drain().stream().map(Total::snapshot).toList();
  }

  /** Every number; exact only while changes are held off. */
  Collection<NamedCount> snapshot() {
    return Stream.concat(
            numbers.values().stream(),
            tables.values().stream().flatMap(rows -> rows.values().stream()))
        .map(Total::snapshot)
        .toList();
  }

  @Override
  public long number(String number) {
    return count(numbers.get(number));
  }

  @Override
  public long number(String table, String row) {
    return count(table(table).get(row));
  }

  private static long count(Total total) {
    return total == null ? 0 : total.count;
  }

  private Map<String, Total> table(String table) {
    Map<String, Total> rows = tables.get(table);
    return rows == null ? Map.of() : rows;
  }

  @Override
  public Map<String, Long> rows(String table) {
    return table(table).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, row -> row.getValue().count));
  }

  @Override
  public long rowCount(String table) {
    return table(table).size();
  }

  @Override
  public boolean contains(String set, String member) {
    return table(set).containsKey(member);
  }

  @Override
  public List<String> members(String set, int limit) {
    return table(set).keySet().stream().limit(limit).toList();
  }
}
