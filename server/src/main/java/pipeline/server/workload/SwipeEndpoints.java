package pipeline.server.workload;

import java.util.List;
import pipeline.server.exchange.HttpError;
import pipeline.server.http.BodyFormat;
import pipeline.server.http.Endpoints;
import pipeline.server.http.JsonBody;
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
  private static final List<String> POSTS = List.of(MANY, MANY + "/left", MANY + "/right");
  private static final List<String> KEYS = List.of("swiper", "swipee", "comment");
  private static final List<String> KEYS_OF_MANY =
      List.of("direction", "swiper", "swipee", "comment");

  @Override
  public List<String> mappings() {
    return List.of("/swipe/*", "/matches/*", "/stats/*");
  }

  @Override
  public List<String> methods(String path) {
    if (POSTS.contains(path)) {
      return List.of("POST");
    }
    boolean read = path.startsWith("/matches/") || path.startsWith("/stats/");
    return read ? List.of("GET") : List.of();
  }

  @Override
  public QueryHandler reads() {
    return SwipeQueries.all();
  }

  @Override
  public Post<Swipe> post(String path, BodyFormat format) throws HttpError {
    boolean many = path.equals(MANY);
    format.check(many ? BodyFormat.NDJSON : BodyFormat.JSON);
    return Post.created(
        many
            ? (body, from, to) -> {
              JsonBody swipe = JsonBody.read(body, from, to, KEYS_OF_MANY);
              return swipe(swipe.string("direction"), swipe);
            }
            : (body, from, to) ->
                swipe(path.substring(MANY.length() + 1), JsonBody.read(body, from, to, KEYS)),
        many);
  }

  /**
   * The swipe of a body: {@code {"swiper":"17","swipee":"4711","comment":"…"}}, with its numbers as
   * strings or as numbers; a line of many has {@code "direction":"left"} or {@code "right"} too.
   */
  private static Swipe swipe(String direction, JsonBody body) throws HttpError {
    if (!direction.equals("left") && !direction.equals("right")) {
      throw JsonBody.bad("\"direction\" is not \"left\" or \"right\"");
    }
    int swiper = (int) body.numberOrString("swiper", 1, Swipe.SWIPERS);
    int swipee = (int) body.numberOrString("swipee", 1, Swipe.SWIPEES);
    String comment = body.string("comment");
    if (comment.length() > Swipe.COMMENT_CHARS) {
      throw JsonBody.bad("\"comment\" has more than " + Swipe.COMMENT_CHARS + " characters");
    }
    return new Swipe(direction.equals("right"), swiper, swipee, comment);
  }
}
