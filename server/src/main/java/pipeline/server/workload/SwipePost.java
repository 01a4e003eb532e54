package pipeline.server.workload;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import pipeline.server.http.HttpError;
import pipeline.server.http.Post;
import pipeline.wire.workload.Swipe;

/**
 * {@code {"swiper":"17","swipee":"4711","comment":"…"}}, the numbers as strings or as numbers.
 * Immutable.
 *
 * @param isRight whether it is a like
 */
record SwipePost(boolean isRight) implements Post<Swipe> {
  /** The body as it is read; 0 and null for what was not there. For one thread. */
  static final class Fields implements JsonBody.Fields {
    private int swiper;
    private int swipee;
    private String comment;

    @Override
    public void field(String name, JsonParser value) throws IOException, HttpError {
      switch (name) {
        case "swiper" -> swiper = user(value, name, Swipe.SWIPERS);
        case "swipee" -> swipee = user(value, name, Swipe.SWIPEES);
        case "comment" -> comment = comment(value);
        default ->
            throw JsonBody.bad("the body has a key other than \"swiper\", \"swipee\", \"comment\"");
      }
    }

    /** The swipe to this side, if all of it was there. */
    Swipe swipe(boolean isRight) throws HttpError {
      if (swiper == 0 || swipee == 0 || comment == null) {
        throw JsonBody.bad("\"swiper\", \"swipee\" or \"comment\" is missing");
      }
      return new Swipe(isRight, swiper, swipee, comment);
    }

    private static int user(JsonParser value, String name, int max) throws IOException, HttpError {
      String refusal = "\"" + name + "\" is not a whole number from 1 to " + max;
      return value.currentToken() == JsonToken.VALUE_STRING
          ? JsonBody.numberIn(value.getText(), max, refusal)
          : JsonBody.number(value, max, refusal);
    }

    private static String comment(JsonParser value) throws IOException, HttpError {
      if (value.currentToken() != JsonToken.VALUE_STRING
          || value.getTextLength() > Swipe.COMMENT_CHARS) {
        throw JsonBody.bad(
            "\"comment\" is not a string of at most " + Swipe.COMMENT_CHARS + " characters");
      }
      String comment = value.getText();
      if (JsonBody.hasLoneSurrogate(comment)) {
        throw JsonBody.bad("\"comment\" has half of a surrogate pair");
      }
      return comment;
    }
  }

  @Override
  public Swipe payload(byte[] body, int length) throws HttpError {
    Fields fields = new Fields();
    JsonBody.read(body, 0, length, fields);
    return fields.swipe(isRight);
  }
}
