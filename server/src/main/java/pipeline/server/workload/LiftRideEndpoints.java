package pipeline.server.workload;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;
import pipeline.server.http.BodyFormat;
import pipeline.server.http.Endpoints;
import pipeline.server.http.JsonBody;
import pipeline.server.http.Post;
import pipeline.wire.codec.Lines;
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
      return new RidePost(Optional.empty());
    }
    try {
      Post<LiftRide> post = new RidePost(Optional.of(LiftRidePath.parse(path)));
      format.check(BodyFormat.JSON);
      return post;
    } catch (BadPathException e) {
      throw new HttpError(ErrorCode.INVALID, e.getMessage());
    }
  }

  /**
   * The handling of {@code {"time":217,"liftID":21}}, a ride of the skier, and on the day, that the
   * path names; or many rides, a line each, with {@code
   * "resortID":1,"seasonID":2022,"dayID":1,"skierID":7} too. For one thread.
   */
  private static final class RidePost implements Post<LiftRide> {
    private static final String INVALID = "invalid inputs";

    private final Optional<LiftRidePath> path;
    private final List<LiftRide> rides = new ArrayList<>();

    /**
     * @param path empty for rides that say all of it themselves
     */
    RidePost(Optional<LiftRidePath> path) {
      this.path = path;
    }

    /** A ride while it is read; a field that is missing is 0. */
    private final class Ride implements JsonBody.Fields {
      private int resort = path.map(LiftRidePath::resort).orElse(0);
      private int season = path.map(LiftRidePath::season).orElse(0);
      private int day = path.map(LiftRidePath::day).orElse(0);
      private int skier = path.map(LiftRidePath::skier).orElse(0);
      private int time;
      private int lift;

      @Override
      public void field(String name, JsonParser value) throws IOException, HttpError {
        switch (name) {
          case "time" -> time = number(value, LiftRide.MINUTES);
          case "liftID" -> lift = number(value, LiftRide.LIFTS);
          default -> {
            if (path.isPresent()) {
              throw invalid();
            }
            fieldOfPath(name, value);
          }
        }
      }

      private void fieldOfPath(String name, JsonParser value) throws IOException, HttpError {
        switch (name) {
          case "resortID" -> resort = number(value, LiftRide.RESORTS);
          case "seasonID" -> season = number(value, LiftRide.LAST_SEASON);
          case "dayID" -> day = number(value, LiftRide.DAYS);
          case "skierID" -> skier = number(value, LiftRide.SKIERS);
          default -> throw invalid();
        }
      }

      LiftRide ride() throws HttpError {
        if (resort == 0 || season == 0 || day == 0 || skier == 0) {
          throw JsonBody.bad("missing param");
        }
        if (season < LiftRide.FIRST_SEASON) {
          throw invalid();
        }
        if (time == 0 || lift == 0) {
          throw JsonBody.bad("data not found");
        }
        return new LiftRide(resort, season, day, skier, time, lift);
      }
    }

    @Override
    public void line(byte[] body, int from, int to) throws HttpError {
      Ride ride = new Ride();
      if (from < to) {
        read(body, from, to, ride);
      }
      rides.add(ride.ride());
    }

    @Override
    public Lines<LiftRide> lines() {
      return Lines.of(rides);
    }

    @Override
    public String answer() {
      return path.isPresent() ? Post.super.answer() : "{\"lines\":" + rides.size() + "}";
    }

    /** Reads a ride; all errors of form have one text, as clients of this API expect. */
    private static void read(byte[] body, int from, int to, Ride ride) throws HttpError {
      try {
        JsonBody.read(body, from, to, ride);
      } catch (HttpError malformed) {
        throw invalid();
      }
    }

    /** A number from 1 to {@code max}, or 0 for null. */
    private static int number(JsonParser value, int max) throws IOException, HttpError {
      return JsonBody.isNull(value) ? 0 : JsonBody.number(value, max, INVALID);
    }

    private static HttpError invalid() {
      return JsonBody.bad(INVALID);
    }
  }
}
