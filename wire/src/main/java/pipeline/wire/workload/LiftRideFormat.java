package pipeline.wire.workload;

import static pipeline.wire.codec.MalformedMessageException.refuseIf;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import pipeline.wire.codec.MalformedMessageException;
import pipeline.wire.codec.PayloadFormat;

/**
 * The JSON form of lift rides: {@code
 * "ride":{"resort":2,"season":2022,"day":1,"skier":4711,"time":217,"lift":21}}, every field once,
 * in any order.
 */
public final class LiftRideFormat implements PayloadFormat<LiftRide> {

  @Override
  public String field() {
    return "ride";
  }

  @Override
  public void write(LiftRide ride, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("resort", ride.resort());
    json.writeNumberField("season", ride.season());
    json.writeNumberField("day", ride.day());
    json.writeNumberField("skier", ride.skier());
    json.writeNumberField("time", ride.time());
    json.writeNumberField("lift", ride.lift());
    json.writeEndObject();
  }

  @Override
  public LiftRide read(JsonParser json) throws IOException, MalformedMessageException {
    refuseIf(json.currentToken() != JsonToken.START_OBJECT, "ride is not an object");
    int resort = 0;
    int season = 0;
    int day = 0;
    int skier = 0;
    int time = 0;
    int lift = 0;
    int fields = 0;
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      fields++;
      switch (name) {
        case "resort" -> resort = PayloadFormat.number(json, name, 1, LiftRide.RESORTS);
        case "season" ->
            season = PayloadFormat.number(json, name, LiftRide.FIRST_SEASON, LiftRide.LAST_SEASON);
        case "day" -> day = PayloadFormat.number(json, name, 1, LiftRide.DAYS);
        case "skier" -> skier = PayloadFormat.number(json, name, 1, LiftRide.SKIERS);
        case "time" -> time = PayloadFormat.number(json, name, 1, LiftRide.MINUTES);
        case "lift" -> lift = PayloadFormat.number(json, name, 1, LiftRide.LIFTS);
        default -> throw new MalformedMessageException("a ride has an unknown field");
      }
    }
    boolean lacks = resort == 0 || season == 0 || day == 0 || skier == 0 || time == 0 || lift == 0;
    refuseIf(lacks || fields > 6, "a ride needs resort, season, day, skier, time, lift, each once");
    return new LiftRide(resort, season, day, skier, time, lift);
  }
}
