package pipeline.wire.query;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import pipeline.wire.workload.LiftRide;

/**
 * The queries of lift rides: {@code GET
 * /skiers/{resort}/seasons/{season}/days/{day}/skiers/{skier}} a day's metres of a skier, {@code
 * GET /skiers/{skier}/vertical} a skier's metres by season, {@code GET
 * /resorts/{resort}/seasons/{season}/day/{day}/skiers} how many skiers rode on a day. A skier who
 * never rode has no metres.
 */
public final class LiftRideQueries implements QueryHandler {

  private static final PathTemplate VERTICAL =
      new PathTemplate("/skiers/{1-%s}/vertical".formatted(LiftRide.SKIERS));
  private static final PathTemplate SKIERS =
      new PathTemplate(
          "/resorts/{1-%s}/seasons/{%s-%s}/day/{1-%s}/skiers"
              .formatted(
                  LiftRide.RESORTS, LiftRide.FIRST_SEASON, LiftRide.LAST_SEASON, LiftRide.DAYS));
  private static final int BAD_REQUEST = 400;

  @Override
  public Optional<JsonResponse> answer(String path, CounterQueries counts) {
    try {
      if (isBelow("/resorts", path)) {
        return Optional.of(skiers(path, counts));
      }
      if (!isBelow("/skiers", path)) {
        return Optional.empty();
      }
      return Optional.of(
          path.endsWith("/vertical") ? seasons(path, counts) : dayVertical(path, counts));
    } catch (BadPathException e) {
      return Optional.of(JsonResponse.error(BAD_REQUEST, e.getMessage()));
    }
  }

  private static boolean isBelow(String start, String path) {
    return path.startsWith(start)
        && (path.length() == start.length() || path.charAt(start.length()) == '/');
  }

  private static JsonResponse dayVertical(String path, CounterQueries counts)
      throws BadPathException {
    LiftRidePath of = LiftRidePath.parse(path);
    String day = StoreKeys.day(of.resort(), of.season(), of.day());
    return JsonResponse.number(counts.number(day, Integer.toString(of.skier())));
  }

  private static JsonResponse seasons(String path, CounterQueries counts) throws BadPathException {
    int skier = VERTICAL.numbers(path)[0];
    Map<String, Long> bySeason = new TreeMap<>(counts.rows(StoreKeys.seasons(skier)));
    return JsonResponse.ok(
        bySeason.entrySet().stream()
            .map(row -> "{\"season\":\"" + row.getKey() + "\",\"vertical\":" + row.getValue() + "}")
            .collect(Collectors.joining(",", "{\"seasons\":[", "]}")));
  }

  private static JsonResponse skiers(String path, CounterQueries counts) throws BadPathException {
    int[] numbers = SKIERS.numbers(path);
    return JsonResponse.number(counts.rowCount(StoreKeys.day(numbers[0], numbers[1], numbers[2])));
  }
}
