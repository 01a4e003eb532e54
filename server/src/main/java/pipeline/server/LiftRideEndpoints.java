package pipeline.server;

import java.util.List;
import pipeline.wire.query.BadPathException;
import pipeline.wire.query.LiftRidePath;
import pipeline.wire.query.LiftRideQueries;
import pipeline.wire.query.QueryHandler;
import pipeline.wire.workload.LiftRide;

/**
 * {@code POST /skiers/{resort}/seasons/{season}/days/{day}/skiers/{skier}} with a ride, and the
 * reads of {@link LiftRideQueries}.
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
  public QueryHandler reads() {
    return new LiftRideQueries();
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
