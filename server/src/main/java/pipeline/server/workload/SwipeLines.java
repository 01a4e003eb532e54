package pipeline.server.workload;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import pipeline.server.http.BulkPost;
import pipeline.server.http.HttpError;
import pipeline.wire.codec.Lines;
import pipeline.wire.workload.Swipe;

/**
 * {@code {"direction":"left","swiper":"17","swipee":"4711","comment":"…"}} a line, the rest as in
 * {@link SwipePost}. For one thread.
 */
final class SwipeLines implements BulkPost<Swipe> {
  private final List<Swipe> swipes = new ArrayList<>();

  /** A line as it is read; null for what was not there. For one thread. */
  private static final class Fields implements JsonBody.Fields {
    private final SwipePost.Fields others = new SwipePost.Fields();
    private String direction;

    @Override
    public void field(String name, JsonParser value) throws IOException, HttpError {
      switch (name) {
        case "direction" -> direction = direction(value);
        case "swiper", "swipee", "comment" -> others.field(name, value);
        default ->
            throw JsonBody.bad(
                "the body has a key other than \"direction\", \"swiper\", \"swipee\", \"comment\"");
      }
    }

    private static String direction(JsonParser value) throws IOException, HttpError {
      String text = value.currentToken() == JsonToken.VALUE_STRING ? value.getText() : "";
      if (!text.equals("left") && !text.equals("right")) {
        throw JsonBody.bad("\"direction\" is not \"left\" or \"right\"");
      }
      return text;
    }
  }

  @Override
  public void line(byte[] body, int from, int to) throws HttpError {
    Fields fields = new Fields();
    JsonBody.read(body, from, to, fields);
    if (fields.direction == null) {
      throw JsonBody.bad("\"direction\" is missing");
    }
    swipes.add(fields.others.swipe(fields.direction.equals("right")));
  }

  @Override
  public Lines<Swipe> lines() {
    return Lines.of(swipes);
  }

  @Override
  public String answer() {
    return "{\"lines\":" + swipes.size() + "}";
  }
}
