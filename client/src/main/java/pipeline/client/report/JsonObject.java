package pipeline.client.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A JSON object whose members stand in the order in which they are added. */
@SuppressWarnings("serial") // it is written as JSON only
final class JsonObject extends LinkedHashMap<String, Object> {
  private static final JSON WRITER =
      JSON.builder(new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET))
          .enable(JSON.Feature.WRITE_NULL_PROPERTIES)
          .build();

  /**
   * Adds a member.
   *
   * @param value what jackson-jr writes, or an Optional of it; null and an empty one are written as
   *     null; an Iterable is asked for its elements when it is written
   */
  JsonObject with(String name, Object value) {
    if (value instanceof Optional<?> optional) {
      put(name, optional.orElse(null));
    } else if (value instanceof OptionalLong number) {
      put(name, number.isPresent() ? number.getAsLong() : null);
    } else if (value instanceof OptionalDouble number) {
      put(name, number.isPresent() ? number.getAsDouble() : null);
    } else {
      put(name, value);
    }
    return this;
  }

  /** Adds the members of another object. */
  JsonObject with(JsonObject other) {
    putAll(other);
    return this;
  }

  /** Writes the object and leaves the stream open. */
  void write(OutputStream out) throws IOException {
    WRITER.write(this, out);
  }
}
