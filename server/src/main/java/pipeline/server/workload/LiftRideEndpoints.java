package pipeline.server.workload;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;
import pipeline.server.http.BodyFormat;
import pipeline.server.http.Endpoints;
import pipeline.server.http.JsonBody;
import pipeline.server.http.PayloadPost;
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

  /** The fields of a ride, those that a path may tell first; a number that is missing is 0. */
  private static final List<String> FIELDS =
      List.of("resortID", "seasonID", "dayID", "skierID", "time", "liftID");

  private static final int OF_PATH = 4;
  private static final int[] MOST = {
    LiftRide.RESORTS,
    LiftRide.LAST_SEASON,
    LiftRide.DAYS,
    LiftRide.SKIERS,
    LiftRide.MINUTES,
    LiftRide.LIFTS
  };

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
      return new PayloadPost<>((body, from, to) -> ride(body, from, to, Optional.empty()), true);
    }
    try {
      Optional<LiftRidePath> told = Optional.of(LiftRidePath.parse(path));
      format.check(BodyFormat.JSON);
      return new PayloadPost<>((body, from, to) -> ride(body, from, to, told), false);
    } catch (BadPathException e) {
      throw new HttpError(ErrorCode.INVALID, e.getMessage());
    }
  }

  /**
   * The ride that {@code body[from..to)} tells: {@code {"time":217,"liftID":21}}, of the skier, and
   * on the day, that the path names; or without a path all of it, with {@code
   * "resortID":1,"seasonID":2022,"dayID":1,"skierID":7} too.
   */
  private static LiftRide ride(byte[] body, int from, int to, Optional<LiftRidePath> path)
      throws HttpError {
    int[] numbers = new int[FIELDS.size()];
    path.ifPresent(
        told -> {
          numbers[0] = told.resort();
          numbers[1] = told.season();
          numbers[2] = told.day();
          numbers[3] = told.skier();
        });
    if (from < to) {
      read(body, from, to, numbers, path.isPresent() ? OF_PATH : 0);
    }
    if (IntStream.of(numbers).limit(OF_PATH).anyMatch(number -> number == 0)) {
      throw JsonBody.bad("missing param");
    }
    if (numbers[1] < LiftRide.FIRST_SEASON) {
      throw JsonBody.bad(INVALID);
    }
    if (numbers[4] == 0 || numbers[5] == 0) {
      throw JsonBody.bad("data not found");
    }
    return new LiftRide(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
  }

  /**
   * Reads the fields from {@code first} on; all errors of form have one text, as clients of this
   * API expect.
   */
  private static void read(byte[] body, int from, int to, int[] numbers, int first)
      throws HttpError {
    try {
      JsonBody.read(
          body,
          from,
          to,
          (name, value) -> {
            int field = FIELDS.indexOf(name);
            if (field < first) {
              throw JsonBody.bad(INVALID);
            }
            numbers[field] =
                JsonBody.isNull(value) ? 0 : JsonBody.number(value, MOST[field], INVALID);
          });
    } catch (HttpError malformed) {
      throw JsonBody.bad(INVALID);
    }
  }
}
