package pipeline.server.workload;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import pipeline.server.http.HttpError;
import pipeline.server.http.Post;
import pipeline.wire.query.LiftRidePath;
import pipeline.wire.workload.LiftRide;

/** {@code {"time":217,"liftID":21}}: one ride of one skier on one day. Immutable. */
record LiftRidePost(LiftRidePath path) implements Post<LiftRide> {
  private static final String INVALID = "invalid inputs";

  /** The body as it is read; 0 for what was not there. For one thread. */
  private static final class Ride implements JsonBody.Fields {
    private int time;
    private int lift;

    @Override
    public void field(String name, JsonParser value) throws IOException, HttpError {
      switch (name) {
        case "time" -> time = number(value, LiftRide.MINUTES);
        case "liftID" -> lift = number(value, LiftRide.LIFTS);
        default -> throw invalid();
      }
    }
  }

  @Override
  public LiftRide payload(byte[] body, int length) throws HttpError {
    Ride ride = new Ride();
    if (length > 0) {
      read(body, 0, length, ride);
    }
    if (ride.time == 0 || ride.lift == 0) {
      throw noData();
    }
    return path.ride(ride.time, ride.lift);
  }

  /** One text for whatever is wrong with the body's form, as clients of this API expect it. */
  static void read(byte[] body, int from, int to, JsonBody.Fields ride) throws HttpError {
    try {
      JsonBody.read(body, from, to, ride);
    } catch (HttpError malformed) {
      throw invalid();
    }
  }

  /** A number from 1 to {@code max}, or 0 for null. */
  static int number(JsonParser value, int max) throws IOException, HttpError {
    return JsonBody.isNull(value) ? 0 : JsonBody.number(value, max, INVALID);
  }

  static HttpError invalid() {
    return JsonBody.bad(INVALID);
  }

  static HttpError noData() {
    return JsonBody.bad("data not found");
  }
}
