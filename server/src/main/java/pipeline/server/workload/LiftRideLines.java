package pipeline.server.workload;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import pipeline.server.http.BulkPost;
import pipeline.server.http.HttpError;
import pipeline.wire.codec.Lines;
import pipeline.wire.workload.LiftRide;

/**
 * {@code {"resortID":1,"seasonID":2022,"dayID":1,"skierID":7,"time":217,"liftID":21}} a line, with
 * the texts of {@link LiftRidePost} and its path. For one thread.
 */
final class LiftRideLines implements BulkPost<LiftRide> {
  private final List<LiftRide> rides = new ArrayList<>();

  /** A line as it is read; 0 for what was not there. For one thread. */
  private static final class Ride implements JsonBody.Fields {
    private int resort;
    private int season;
    private int day;
    private int skier;
    private int time;
    private int lift;

    @Override
    public void field(String name, JsonParser value) throws IOException, HttpError {
      switch (name) {
        case "resortID" -> resort = LiftRidePost.number(value, LiftRide.RESORTS);
        case "seasonID" -> season = LiftRidePost.number(value, LiftRide.LAST_SEASON);
        case "dayID" -> day = LiftRidePost.number(value, LiftRide.DAYS);
        case "skierID" -> skier = LiftRidePost.number(value, LiftRide.SKIERS);
        case "time" -> time = LiftRidePost.number(value, LiftRide.MINUTES);
        case "liftID" -> lift = LiftRidePost.number(value, LiftRide.LIFTS);
        default -> throw LiftRidePost.invalid();
      }
    }

    LiftRide ride() throws HttpError {
      if (resort == 0 || season == 0 || day == 0 || skier == 0) {
        throw JsonBody.bad("missing param");
      }
      if (season < LiftRide.FIRST_SEASON) {
        throw LiftRidePost.invalid();
      }
      if (time == 0 || lift == 0) {
        throw LiftRidePost.noData();
      }
      return new LiftRide(resort, season, day, skier, time, lift);
    }
  }

  @Override
  public void line(byte[] body, int from, int to) throws HttpError {
    Ride ride = new Ride();
    LiftRidePost.read(body, from, to, ride);
    rides.add(ride.ride());
  }

  @Override
  public Lines<LiftRide> lines() {
    return Lines.of(rides);
  }

  @Override
  public String answer() {
    return "{\"lines\":" + rides.size() + "}";
  }
}
