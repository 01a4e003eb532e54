package pipeline.consumer.store.memory;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
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

  /** About what a number takes beside its name: the number, the name's object, the map's node. */
  private static final int NUMBER_BYTES = 120;

  /** About what a string takes beside its characters. */
  private static final int STRING_BYTES = 48;

  /** About what a table takes beside its name and rows. */
  private static final int TABLE_BYTES = 176;

  private final ConcurrentHashMap<String, Total> numbers = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, ConcurrentHashMap<String, Total>> tables =
      new ConcurrentHashMap<>();

  /** About what all names take. */
  private final LongAdder bytes = new LongAdder();

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

  /** About how many bytes the names take. */
  long bytes() {
    return bytes.sum();
  }

  /**
   * About how many bytes the names in {@code updates} would take, whether or not they are there
   * already; costs a fraction of making the updates.
   */
  long bytesAtMost(Consumer<CounterUpdates> updates) {
    NamesCost cost = new NamesCost(table -> onlyTable == null, (table, row) -> true);
    updates.accept(cost);
    return cost.bytes;
  }

  /** About how many bytes those names in {@code updates} would take that are not there yet. */
  long bytesOfNew(Consumer<CounterUpdates> updates) {
    NamesCost cost =
        new NamesCost(
            table -> !tables.containsKey(table),
            (table, row) ->
                !(table == null ? numbers.containsKey(row) : table(table).containsKey(row)));
    updates.accept(cost);
    return cost.bytes;
  }

  private long numberBytes(String number) {
    return onlyTable == null ? bytes(NUMBER_BYTES, number) : rowBytes(onlyTable, number);
  }

  /** Without {@link #onlyTable} a row has a name of its own beside its name in the table. */
  private long rowBytes(String table, String row) {
    long inTable = bytes(NUMBER_BYTES, row);
    return onlyTable == null ? inTable + bytes(STRING_BYTES, table) + bytes(0, row) : inTable;
  }

  /** With two bytes a character, though many names take one. */
  private static long bytes(int others, String name) {
    return others + 2L * name.length();
  }

  /** Adds up what the names take that are asked for, instead of changing a number. */
  private final class NamesCost implements CounterUpdates {
    private final Predicate<String> isNewTable;
    private final BiPredicate<String, String> isNewRow;
    private long bytes;

    NamesCost(Predicate<String> isNewTable, BiPredicate<String, String> isNewRow) {
      this.isNewTable = isNewTable;
      this.isNewRow = isNewRow;
    }

    @Override
    public void add(String number, long by) {
      if (isNewRow.test(onlyTable, number)) {
        bytes += numberBytes(number);
      }
    }

    @Override
    public void add(String table, String row, long by) {
      if (isNewTable.test(table)) {
        bytes += bytes(TABLE_BYTES, table);
      }
      if (isNewRow.test(table, row)) {
        bytes += rowBytes(table, row);
      }
    }

    @Override
    public void put(String set, String member) {
      add(set, member, 1);
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
    bytes.add(numberBytes(number));
    return new Total(number);
  }

  private Total newRow(String table, String row) {
    bytes.add(rowBytes(table, row));
    return new Total(onlyTable == null ? rowName(table, row) : row);
  }

  private ConcurrentHashMap<String, Total> tableToChange(String table) {
    ConcurrentHashMap<String, Total> rows = tables.get(table);
    // most tables stay small, and there are many of them
    return rows != null ? rows : tables.computeIfAbsent(table, this::newTable);
  }

  private ConcurrentHashMap<String, Total> newTable(String table) {
    bytes.add(bytes(TABLE_BYTES, table));
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
