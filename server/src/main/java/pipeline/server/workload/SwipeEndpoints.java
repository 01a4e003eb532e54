package pipeline.server.workload;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;
import pipeline.server.exchange.HttpError;
import pipeline.server.http.BodyFormat;
import pipeline.server.http.Endpoints;
import pipeline.server.http.JsonBody;
import pipeline.server.http.PayloadPost;
import pipeline.server.http.Post;
import pipeline.wire.codec.WordText;
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

  @Override
  public Post<Swipe> post(String path, BodyFormat format) throws HttpError {
    boolean many = path.equals(MANY);
    format.check(many ? BodyFormat.NDJSON : BodyFormat.JSON);
    String side = many ? null : path.substring(MANY.length() + 1);
    return new PayloadPost<>(
        (body, from, to) -> {
          ParsedSwipe fields = new ParsedSwipe(side);
          JsonBody.read(body, from, to, fields);
          return fields.swipe();
        },
        many);
  }

  /**
   * A swipe while it is read: {@code {"swiper":"17","swipee":"4711","comment":"…"}}, with its
   * numbers as strings or as numbers, to the side that the path names; or without that with {@code
   * "direction":"left"} or {@code "right"} too. A field that is missing is 0 or null.
   */
  private static final class ParsedSwipe implements JsonBody.Fields {
    private static final String KEYS = "\"swiper\", \"swipee\", \"comment\"";

    private final boolean sideIsKnown;
    private String direction;
    private int swiper;
    private int swipee;
    private String comment;

    /**
     * @param side {@code left} or {@code right}; null for a swipe that says it itself
     */
    ParsedSwipe(String side) {
      sideIsKnown = side != null;
      direction = side;
    }

    @Override
    public void field(String name, JsonParser value) throws IOException, HttpError {
      switch (name) {
        case "swiper" -> swiper = user(value, name, Swipe.SWIPERS);
        case "swipee" -> swipee = user(value, name, Swipe.SWIPEES);
        case "comment" -> comment = comment(value);
        default -> {
          if (sideIsKnown) {
            throw JsonBody.bad("the body has a key other than " + KEYS);
          }
          if (!name.equals("direction")) {
            throw JsonBody.bad("the body has a key other than \"direction\", " + KEYS);
          }
          direction = direction(value);
        }
      }
    }

    Swipe swipe() throws HttpError {
      if (direction == null) {
        throw JsonBody.bad("\"direction\" is missing");
      }
      if (swiper == 0 || swipee == 0 || comment == null) {
        throw JsonBody.bad("\"swiper\", \"swipee\" or \"comment\" is missing");
      }
      return new Swipe(direction.equals("right"), swiper, swipee, comment);
    }

    private static String direction(JsonParser value) throws IOException, HttpError {
      String text = value.currentToken() == JsonToken.VALUE_STRING ? value.getText() : "";
      if (!text.equals("left") && !text.equals("right")) {
        throw JsonBody.bad("\"direction\" is not \"left\" or \"right\"");
      }
      return text;
    }

    private static int user(JsonParser value, String name, int max) throws IOException, HttpError {
      String refusal = "\"" + name + "\" is not a whole number from 1 to " + max;
      return value.currentToken() == JsonToken.VALUE_STRING
          ? (int) JsonBody.numberIn(value.getText(), 1, max, refusal)
          : JsonBody.number(value, max, refusal);
    }

    private static String comment(JsonParser value) throws IOException, HttpError {
      if (value.currentToken() != JsonToken.VALUE_STRING
          || value.getTextLength() > Swipe.COMMENT_CHARS) {
        throw JsonBody.bad(
            "\"comment\" is not a string of at most " + Swipe.COMMENT_CHARS + " characters");
      }
      String comment = value.getText();
      if (WordText.hasLoneSurrogate(comment)) {
        throw JsonBody.bad("\"comment\" has half of a surrogate pair");
      }
      return comment;
    }
  }
}
