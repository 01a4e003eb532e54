package pipeline.server;

import java.util.List;
import pipeline.wire.BadPathException;
import pipeline.wire.LiftRide;
import pipeline.wire.LiftRidePath;
import pipeline.wire.LiftRideReads;
import pipeline.wire.Reads;

/**
 * {@code POST /skiers/{resort}/seasons/{season}/days/{day}/skiers/{skier}} with a ride, and the
 * reads of {@link LiftRideReads}.
 */
final class LiftRideEndpoints implements Endpoints<LiftRide> {
  @Override
  public List<String> mappings() {
    return List.of("/skiers/*", "/resorts/*");
  }

  @Override
  public List<String> methods(String path) {
    boolean onlyRead = path.startsWith("/resorts") || path.endsWith("/vertical");
    return onlyRead ? List.of("GET") : List.of("GET", "POST");
  }

  @Override
  public Reads reads() {
    return new LiftRideReads();
  }

  @Override
  public Post<LiftRide> post(String path) throws Refusal {
    try {
      return new LiftRidePost(LiftRidePath.parse(path));
    } catch (BadPathException e) {
      throw new Refusal(RefusalKind.INVALID, e.getMessage());
    }
  }
}
