package pipeline.server.workload;

import java.util.List;
import java.util.Optional;
import pipeline.server.exchange.HttpError;
import pipeline.server.http.Endpoints;
import pipeline.server.http.LineFormat;
import pipeline.server.http.Post;
import pipeline.wire.query.QueryHandler;
import pipeline.wire.query.SwipeQueries;
import pipeline.wire.workload.Swipe;

/**
 * The endpoints of swipes: {@code POST /swipe/left} and {@code POST /swipe/right}, {@code POST
 * /swipe} with many of both, and the reads of {@link SwipeQueries}.
 */
public final class SwipeEndpoints implements Endpoints<Swipe> {
  private static final String MANY = "/swipe";
  private static final String LEFT = MANY + "/left";
  private static final String RIGHT = MANY + "/right";
  private static final List<String> READ_BELOW = List.of("/matches/", "/stats/");

  @Override
  public List<String> mappings() {
    return List.of("/swipe/*", "/matches/*", "/stats/*");
  }

  @Override
  public List<String> methods(String path) {
    if (path.equals(MANY) || path.equals(LEFT) || path.equals(RIGHT)) {
      return List.of("POST");
    }
    boolean read =
        READ_BELOW.stream()
            .anyMatch(start -> path.startsWith(start) && path.length() > start.length());
    return read ? List.of("GET") : List.of();
  }

  @Override
  public QueryHandler reads() {
    return SwipeQueries.all();
  }

  /**
   * @throws HttpError 415 where only bodies of many swipes are taken
   */
  @Override
  public Post<Swipe> post(String path) throws HttpError {
    if (path.equals(MANY)) {
      throw HttpError.contentType(LineFormat.NDJSON.contentType());
    }
    return new SwipePost(Optional.of(path.substring(MANY.length() + 1)));
  }

  @Override
  public Optional<Post<Swipe>> bulkPost(String path, LineFormat format) {
    return format == LineFormat.NDJSON && path.equals(MANY)
        ? Optional.of(new SwipePost(Optional.empty()))
        : Optional.empty();
  }
}
