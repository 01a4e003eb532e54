package pipeline.wire.query;

import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;
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
      new PathTemplate("/skiers/{}/vertical", PathTemplate.upTo(LiftRide.SKIERS));
  private static final PathTemplate SKIERS =
      new PathTemplate(
          "/resorts/{}/seasons/{}/day/{}/skiers",
          PathTemplate.upTo(LiftRide.RESORTS),
          LiftRidePath.SEASONS,
          PathTemplate.upTo(LiftRide.DAYS));
  private static final int BAD_REQUEST = 400;

  @Override
  public Optional<JsonResponse> answer(String path, CounterQueries counts) {
    try {
      return switch (StringUtils.substringBetween(path + "/", "/")) {
        case "resorts" -> {
          int[] day = SKIERS.numbers(path);
          long skiers = counts.rowCount(StoreKeys.day(day[0], day[1], day[2]));
          yield Optional.of(JsonResponse.number(skiers));
        }
        case "skiers" ->
            Optional.of(path.endsWith("/vertical") ? seasons(path, counts) : day(path, counts));
        default -> Optional.empty();
      };
    } catch (BadPathException e) {
      return Optional.of(JsonResponse.error(BAD_REQUEST, e.getMessage()));
    }
  }

  private static JsonResponse day(String path, CounterQueries counts) throws BadPathException {
    LiftRidePath of = LiftRidePath.parse(path);
    String day = StoreKeys.day(of.resort(), of.season(), of.day());
    return JsonResponse.number(counts.number(day, Integer.toString(of.skier())));
  }

  private static JsonResponse seasons(String path, CounterQueries counts) throws BadPathException {
    int skier = VERTICAL.numbers(path)[0];
    return JsonResponse.ok(
        new TreeMap<>(counts.rows(StoreKeys.SEASONS + skier))
            .entrySet().stream()
                .map(
                    row ->
                        "{\"season\":\"" + row.getKey() + "\",\"vertical\":" + row.getValue() + "}")
                .collect(Collectors.joining(",", "{\"seasons\":[", "]}")));
  }
}
