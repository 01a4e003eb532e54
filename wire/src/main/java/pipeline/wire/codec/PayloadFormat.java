package pipeline.wire.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/**
 * How one workload's payload stands in an entry, as the value of one named field. Implementations
 * are stateless and thread-safe.
 */
public interface PayloadFormat<P> {

  /** The field's name, such as {@code words}. */
  String field();

  /** Writes the field's value. */
  void write(P payload, JsonGenerator json) throws IOException;

  /**
   * Reads the field's value; the parser stands on its first token and is left on its last.
   *
   * @throws MalformedMessageException if the value is not of this workload's form
   */
  P read(JsonParser json) throws IOException, MalformedMessageException;

  /**
   * The same for text of the form that {@link #write} gives it, without a parser; for formats in
   * which that is worth the code.
   *
   * @return null if the value may be anything else
   */
  default P readPlain(CanonicalJson json) {
    return null;
  }

  /**
   * The whole number that the parser stands on, for {@link #read}.
   *
   * @throws MalformedMessageException if it is none from {@code min} to {@code max}
   */
  static int number(JsonParser json, String name, int min, int max)
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
