package pipeline.server;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import pipeline.wire.query.LiftRidePath;
import pipeline.wire.workload.LiftRide;

/** {@code {"time":217,"liftID":21}}: one ride of one skier on one day. Immutable. */
record LiftRidePost(LiftRidePath path) implements Post<LiftRide> {
  private static final int LAST_MINUTE = 360;
  private static final int LIFTS = 40;
  private static final String INVALID = "invalid inputs";

  /** The body as it is read; 0 for what was not there. For one thread. */
  private static final class Ride implements JsonBody.Fields {
    private int time;
    private int lift;

    @Override
    public void field(String name, JsonParser value) throws IOException, Refusal {
      switch (name) {
        case "time" -> time = number(value, LAST_MINUTE);
        case "liftID" -> lift = number(value, LIFTS);
        default -> throw JsonBody.bad(INVALID);
      }
    }

    private static int number(JsonParser value, int max) throws IOException, Refusal {
      return JsonBody.isNull(value) ? 0 : JsonBody.number(value, max, INVALID);
    }
  }

  @Override
  public LiftRide payload(byte[] body, int length) throws Refusal {
    Ride ride = new Ride();
    if (length > 0) {
      read(body, length, ride);
    }
    if (ride.time == 0 || ride.lift == 0) {
      throw JsonBody.bad("data not found");
    }
    return path.ride(ride.time, ride.lift);
  }

  /** One text for whatever is wrong with the body's form, as clients of this API expect it. */
  private static void read(byte[] body, int length, Ride ride) throws Refusal {
    try {
      JsonBody.read(body, length, ride);
    } catch (Refusal malformed) {
      throw JsonBody.bad(INVALID);
    }
  }

  @Override
  public int status() {
    return Created.STATUS;
  }

  @Override
  public String answer(LiftRide ride) {
    return Created.JSON;
  }
}
