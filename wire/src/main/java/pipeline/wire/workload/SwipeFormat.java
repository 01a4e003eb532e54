package pipeline.wire.workload;

import static pipeline.wire.codec.MalformedMessageException.refuseIf;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import pipeline.wire.codec.MalformedMessageException;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.codec.WordText;

/**
 * The JSON form of swipes: {@code "swipe":{"right":true,"swiper":17,"swipee":4711,"comment":"…"}},
 * every field once, in any order.
 */
public final class SwipeFormat implements PayloadFormat<Swipe> {

  @Override
  public String field() {
    return "swipe";
  }

  @Override
  public void write(Swipe swipe, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeBooleanField("right", swipe.right());
    json.writeNumberField("swiper", swipe.swiper());
    json.writeNumberField("swipee", swipe.swipee());
    json.writeStringField("comment", swipe.comment());
    json.writeEndObject();
  }

  @Override
  public Swipe read(JsonParser json) throws IOException, MalformedMessageException {
    refuseIf(json.currentToken() != JsonToken.START_OBJECT, "swipe is not an object");
    Boolean right = null;
    int swiper = 0;
    int swipee = 0;
    String comment = null;
    int fields = 0;
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      fields++;
      switch (name) {
        case "right" -> right = direction(json);
        case "swiper" -> swiper = PayloadFormat.number(json, name, 1, Swipe.SWIPERS);
        case "swipee" -> swipee = PayloadFormat.number(json, name, 1, Swipe.SWIPEES);
        case "comment" -> comment = comment(json);
        default -> throw new MalformedMessageException("a swipe has an unknown field");
      }
    }
    boolean lacks = right == null || swiper == 0 || swipee == 0 || comment == null;
    refuseIf(lacks || fields > 4, "a swipe needs right, swiper, swipee, comment, each once");
    return new Swipe(right, swiper, swipee, comment);
  }

  private static boolean direction(JsonParser json) throws MalformedMessageException {
    refuseIf(!json.currentToken().isBoolean(), "right is not true or false");
    return json.currentToken() == JsonToken.VALUE_TRUE;
  }

  private static String comment(JsonParser json) throws IOException, MalformedMessageException {
    refuseIf(
        json.currentToken() != JsonToken.VALUE_STRING || json.getTextLength() > Swipe.COMMENT_CHARS,
        "comment is not a text of at most " + Swipe.COMMENT_CHARS + " characters");
    refuseIf(WordText.hasLoneSurrogate(json.getText()), "comment has half of a surrogate pair");
    return json.getText();
  }
}
