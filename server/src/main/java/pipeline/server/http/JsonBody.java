package pipeline.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;
import pipeline.wire.codec.WordText;

/** A body that is one flat JSON object, read strictly and within bounds. Immutable once read. */
public final class JsonBody {
  private static final Pattern PLAIN_NUMBER = Pattern.compile("0|[1-9][0-9]{0,9}");

  private static final String EXPECTED = "the body is not a JSON object with each key once";

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

  private final Map<String, Value> fields = new HashMap<>();

  /** A field's value as it was written; a string without its quotes. */
  private record Value(JsonToken token, String text) {}

  private JsonBody() {}

  /**
   * Reads {@code body[from..to)}; without a byte it has no field.
   *
   * @param keys that the object may have
   * @throws HttpError 400 if it is anything but an object in UTF-8 with such keys, each once
   */
  public static JsonBody read(byte[] body, int from, int to, List<String> keys) throws HttpError {
    JsonBody read = new JsonBody();
    if (from == to) {
      return read;
    }
    try (JsonParser parser = JSON.createParser(text(body, from, to))) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw bad("the body is not a JSON object");
      }
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        if (!keys.contains(name)) {
          throw bad("the body has a key other than " + quoted(keys));
        }
        Value value = new Value(parser.nextToken(), parser.getText());
        if (read.fields.put(name, value) != null) {
          throw bad(EXPECTED);
        }
        parser.skipChildren();
      }
      if (parser.nextToken() != null) {
        throw bad("the body has text after the JSON object");
      }
      return read;
    } catch (JsonProcessingException e) {
      throw bad(EXPECTED);
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory failed", e);
    }
  }

  /**
   * The text of {@code bytes[from..to)}.
   *
   * @throws HttpError 400 if it is not UTF-8
   */
  public static String text(byte[] bytes, int from, int to) throws HttpError {
    return WordText.decoded(bytes, from, to).orElseThrow(() -> bad("the body is not valid UTF-8"));
  }

  /** The refusal of a body. */
  public static HttpError bad(String message) {
    return new HttpError(ErrorCode.INVALID, message);
  }

  /** Whether there is a value, and not null. */
  public boolean has(String key) {
    Value value = fields.get(key);
    return value != null && value.token != JsonToken.VALUE_NULL;
  }

  /** The string at a key; 400 if there is none, or one with half of a surrogate pair. */
  public String string(String key) throws HttpError {
    Value value = value(key);
    check(value.token == JsonToken.VALUE_STRING, key, "is not a string");
    check(!WordText.hasLoneSurrogate(value.text), key, "has half of a surrogate pair");
    return value.text;
  }

  /** The whole number at a key, without sign or leading zeros; 400 if it is not in the range. */
  public long number(String key, long min, long max) throws HttpError {
    return number(key, min, max, Set.of(JsonToken.VALUE_NUMBER_INT));
  }

  /** The whole number at a key, as {@link #number} but perhaps as a string. */
  public long numberOrString(String key, long min, long max) throws HttpError {
    return number(key, min, max, Set.of(JsonToken.VALUE_NUMBER_INT, JsonToken.VALUE_STRING));
  }

  private long number(String key, long min, long max, Set<JsonToken> forms) throws HttpError {
    Value value = value(key);
    boolean plain = forms.contains(value.token) && PLAIN_NUMBER.matcher(value.text).matches();
    long number = plain ? Long.parseLong(value.text) : -1;
    if (number < min || number > max) {
      throw bad(quoted(List.of(key)) + " is not a whole number from " + min + " to " + max);
    }
    return number;
  }

  private Value value(String key) throws HttpError {
    Value value = fields.get(key);
    check(value != null, key, "is missing");
    return value;
  }

  private static void check(boolean good, String key, String refusal) throws HttpError {
    if (!good) {
      throw bad(quoted(List.of(key)) + " " + refusal);
    }
  }

  private static String quoted(List<String> keys) {
    return keys.stream().collect(Collectors.joining("\", \"", "\"", "\""));
  }
}
