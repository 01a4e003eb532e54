package pipeline.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;

/** Reads bodies that are one flat JSON object, strictly and within bounds. Pure. */
public final class JsonBody {
  private static final int MAX_DIGITS = 10;

  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(2)
                  .maxNumberLength(100)
                  .maxNameLength(100)
                  .build())
          .build();

  private JsonBody() {}

  /** Takes an object field by field; the parser stands on the field's value and is left there. */
  public interface Fields {
    void field(String name, JsonParser value) throws IOException, HttpError;
  }

  /**
   * Gives every field of {@code body[from..to)} to {@code fields}.
   *
   * @throws HttpError 400 if it is anything but an object in UTF-8 with each key once
   */
  public static void read(byte[] body, int from, int to, Fields fields) throws HttpError {
    try (JsonParser parser = JSON.createParser(text(body, from, to).toCharArray())) {
      parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw bad("the body is not a JSON object");
      }
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        parser.nextToken();
        fields.field(name, parser);
      }
      if (parser.nextToken() != null) {
        throw bad("the body has text after the JSON object");
      }
    } catch (JsonProcessingException e) {
      throw bad("the body is not a JSON object with each key once");
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory failed", e);
    }
  }

  /**
   * The text of {@code bytes[from..to)}.
   *
   * @throws HttpError 400 if it is not UTF-8: different bytes would become the same word
   */
  public static String text(byte[] bytes, int from, int to) throws HttpError {
    String text = new String(bytes, from, to - from, UTF_8);
    // the decoder puts this character in place of what is malformed
    if (text.indexOf('\uFFFD') >= 0) {
      byte[] again = text.getBytes(UTF_8);
      if (!Arrays.equals(again, 0, again.length, bytes, from, to)) {
        throw bad("the body is not valid UTF-8");
      }
    }
    return text;
  }

  /** The refusal of a body. */
  public static HttpError bad(String message) {
    return new HttpError(ErrorCode.INVALID, message);
  }

  public static boolean isNull(JsonParser value) {
    return value.currentToken() == JsonToken.VALUE_NULL;
  }

  /** Reads a number from 1 to {@code max}; refuses anything else with the text {@code refusal}. */
  public static int number(JsonParser value, int max, String refusal)
      throws IOException, HttpError {
    return (int) number(value, 1, max, refusal);
  }

  /** Reads a number from {@code min}, which is not negative, to {@code max}. */
  static long number(JsonParser value, long min, long max, String refusal)
      throws IOException, HttpError {
    if (value.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw bad(refusal);
    }
    return numberIn(value.getText(), min, max, refusal);
  }

  /** Reads a number without sign or leading zeros. */
  public static long numberIn(String text, long min, long max, String refusal) throws HttpError {
    boolean plain =
        text.length() <= MAX_DIGITS
            && text.chars().allMatch(c -> c >= '0' && c <= '9')
            && (text.equals("0") || !text.startsWith("0"));
    long number = plain && !text.isEmpty() ? Long.parseLong(text) : -1;
    if (number < min || number > max) {
      throw bad(refusal);
    }
    return number;
  }
}
