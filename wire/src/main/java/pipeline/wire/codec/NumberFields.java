package pipeline.wire.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reads the whole numbers of a payload strictly. */
public final class NumberFields {

  private NumberFields() {}

  /**
   * The number that the parser stands on.
   *
   * @throws MalformedMessageException if it is none from {@code min} to {@code max}
   */
  public static int in(JsonParser json, String name, int min, int max)
      throws IOException, MalformedMessageException {
    if (json.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      long number = json.getLongValue();
      if (number >= min && number <= max) {
        return (int) number;
      }
    }
    throw new MalformedMessageException(name + " is not a whole number from " + min + " to " + max);
  }
}
