package pipeline.server.workload;

import java.util.List;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;
import pipeline.server.http.BodyFormat;
import pipeline.server.http.Endpoints;
import pipeline.server.http.JsonBody;
import pipeline.server.http.Post;
import pipeline.wire.query.BadPathException;
import pipeline.wire.query.LiftRidePath;
import pipeline.wire.query.LiftRideQueries;
import pipeline.wire.query.QueryHandler;
import pipeline.wire.workload.LiftRide;

/**
 * The endpoints of lift rides: {@code POST
 * /skiers/{resort}/seasons/{season}/days/{day}/skiers/{skier}} with a ride, {@code POST /skiers}
 * with many, and the reads of {@link LiftRideQueries}.
 */
public final class LiftRideEndpoints implements Endpoints<LiftRide> {
  private static final String MANY = "/skiers";
  private static final String INVALID = "invalid inputs";

  private static final List<String> KEYS = List.of("time", "liftID");
  private static final List<String> KEYS_OF_MANY =
      List.of("resortID", "seasonID", "dayID", "skierID", "time", "liftID");

  @Override
  public List<String> mappings() {
    return List.of("/skiers/*", "/resorts/*");
  }

  @Override
  public List<String> methods(String path) {
    if (path.equals(MANY)) {
      return List.of("POST");
    }
    boolean onlyRead = path.startsWith("/resorts") || path.endsWith("/vertical");
    return onlyRead ? List.of("GET") : List.of("GET", "POST");
  }

  @Override
  public QueryHandler reads() {
    return new LiftRideQueries();
  }

  @Override
  public Post<LiftRide> post(String path, BodyFormat format) throws HttpError {
    if (format == BodyFormat.NDJSON && path.equals(MANY)) {
      return Post.created(
          (body, from, to) -> {
            JsonBody ride = read(body, from, to, KEYS_OF_MANY);
            return ride(path(ride), ride);
          },
          true);
    }
    try {
      LiftRidePath told = LiftRidePath.parse(path);
      format.check(BodyFormat.JSON);
      return Post.created((body, from, to) -> ride(told, read(body, from, to, KEYS)), false);
    } catch (BadPathException e) {
      throw new HttpError(ErrorCode.INVALID, e.getMessage());
    }
  }

  /** Reads a body; all errors of form have one text, as clients of this API expect. */
  private static JsonBody read(byte[] body, int from, int to, List<String> keys) throws HttpError {
    try {
      return JsonBody.read(body, from, to, keys);
    } catch (HttpError malformed) {
      throw JsonBody.bad(INVALID);
    }
  }

  /** What a line of many tells that is else in the path. */
  private static LiftRidePath path(JsonBody ride) throws HttpError {
    String missing = "missing param";
    return new LiftRidePath(
        number(ride, "resortID", 1, LiftRide.RESORTS, missing),
        number(ride, "seasonID", LiftRide.FIRST_SEASON, LiftRide.LAST_SEASON, missing),
        number(ride, "dayID", 1, LiftRide.DAYS, missing),
        number(ride, "skierID", 1, LiftRide.SKIERS, missing));
  }

  /** The ride that {@code {"time":217,"liftID":21}} tells. */
  private static LiftRide ride(LiftRidePath path, JsonBody ride) throws HttpError {
    String missing = "data not found";
    return new LiftRide(
        path.resort(),
        path.season(),
        path.day(),
        path.skier(),
        number(ride, "time", 1, LiftRide.MINUTES, missing),
        number(ride, "liftID", 1, LiftRide.LIFTS, missing));
  }

  private static int number(JsonBody ride, String key, int min, int max, String missing)
      throws HttpError {
    if (!ride.has(key)) {
      throw JsonBody.bad(missing);
    }
    try {
      return (int) ride.number(key, min, max);
    } catch (HttpError outOfRange) {
      throw JsonBody.bad(INVALID);
    }
  }
}
