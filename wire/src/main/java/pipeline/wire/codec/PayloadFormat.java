package pipeline.wire.codec;

import static pipeline.wire.codec.MalformedMessageException.refuseIf;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The JSON form of one workload's payloads in an entry: the payload of a single line is the value
 * of one named field, the payloads of a range are in fields of their own. Implementations are
 * stateless and thread-safe.
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

  /** Writes the fields of a range: here {@code lines}, an array of what {@link #write} writes. */
  default void writeLines(Lines<P> lines, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("lines");
    for (int i = 0; i < lines.count(); i++) {
      write(lines.line(i), json);
    }
    json.writeEndArray();
  }

  /**
   * Reads the fields of a range in the order in which they are written; the parser stands on the
   * first one's name and is left on the last one's last token.
   *
   * @throws MalformedMessageException if they are not of this workload's form
   */
  default Lines<P> readLines(JsonParser json) throws IOException, MalformedMessageException {
    beginArray(json, "lines");
    List<P> payloads = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      payloads.add(read(json));
      checkLines(payloads.size());
    }
    checkLines(payloads.size());
    return Lines.of(payloads);
  }

  /** Goes from the name of a field, which must be this one, to the start of its array. */
  static void beginArray(JsonParser json, String name)
      throws IOException, MalformedMessageException {
    if (!name.equals(json.currentName()) || json.nextToken() != JsonToken.START_ARRAY) {
      throw new MalformedMessageException("a range lacks the array " + name + " in its place");
    }
  }

  /**
   * Checks the number of lines of a range; to be called while it is read too, so that it cannot
   * grow beyond the limit.
   */
  static void checkLines(int count) throws MalformedMessageException {
    refuseIf(count < 1 || count > Lines.MAX, "a range has from 1 to " + Lines.MAX + " lines");
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
