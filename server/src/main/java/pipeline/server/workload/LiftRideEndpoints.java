package pipeline.server.workload;

import java.util.List;
import java.util.Optional;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;
import pipeline.server.http.Endpoints;
import pipeline.server.http.LineFormat;
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
  public Post<LiftRide> post(String path) throws HttpError {
    try {
      return new LiftRidePost(Optional.of(LiftRidePath.parse(path)));
    } catch (BadPathException e) {
      throw new HttpError(ErrorCode.INVALID, e.getMessage());
    }
  }

  @Override
  public Optional<Post<LiftRide>> bulkPost(String path, LineFormat format) {
    return format == LineFormat.NDJSON && path.equals(MANY)
        ? Optional.of(new LiftRidePost(Optional.empty()))
        : Optional.empty();
  }
}
