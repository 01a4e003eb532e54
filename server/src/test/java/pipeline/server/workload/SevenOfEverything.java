package pipeline.server.workload;

import java.util.List;
import java.util.Map;
import pipeline.wire.query.CounterQueries;

/** A store in which every count exists. */
final class SevenOfEverything implements CounterQueries {
  private volatile List<String> asked = List.of();

  /** The table and the row, or the one name, that were asked for last. */
  List<String> asked() {
    return asked;
  }

  private <T> T answer(T answer, String... names) {
    asked = List.of(names);
    return answer;
  }

  @Override
  public long number(String number) {
    return answer(7L, number);
  }

  @Override
  public long number(String table, String row) {
    return answer(7L, table, row);
  }

  @Override
  public Map<String, Long> rows(String table) {
    return answer(Map.of(), table);
  }

  @Override
  public long rowCount(String table) {
    return answer(7L, table);
  }

  @Override
  public boolean contains(String set, String member) {
    return answer(true, set, member);
  }

  @Override
  public List<String> members(String set, int limit) {
    return answer(List.of(), set);
  }
}
