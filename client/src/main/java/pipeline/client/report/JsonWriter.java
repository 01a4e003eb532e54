package pipeline.client.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.commons.lang3.function.FailableRunnable;

/** Writes a JSON document from its start to its end, without a copy of it in memory. */
final class JsonWriter implements Closeable {
  private final JsonGenerator json;

  /**
   * @param out left open
   */
  JsonWriter(OutputStream out) throws IOException {
    json = new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
  }

  /**
   * Writes a field of the object that is open.
   *
   * @param value a text, a number, a boolean, a list of these, an Optional of any of them, or null
   */
  void field(String name, Object value) throws IOException {
    json.writeFieldName(name);
    if (value instanceof Optional<?> optional) {
      value(optional.orElse(null));
    } else if (value instanceof OptionalLong number) {
      value(number.isPresent() ? number.getAsLong() : null);
    } else if (value instanceof OptionalDouble number) {
      value(number.isPresent() ? number.getAsDouble() : null);
    } else {
      value(value);
    }
  }

  private void value(Object value) throws IOException {
    if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        value(element);
      }
      json.writeEndArray();
    } else {
      json.writeObject(value);
    }
  }

  /** Writes an object: the document, or an element of the array that is open. */
  void object(FailableRunnable<IOException> fields) throws IOException {
    json.writeStartObject();
    fields.run();
    json.writeEndObject();
  }

  /** Writes a field whose value is an object. */
  void object(String name, FailableRunnable<IOException> fields) throws IOException {
    json.writeFieldName(name);
    object(fields);
  }

  /** Writes a field whose value is an object, or null. */
  <T> void object(String name, Optional<T> what, FailableConsumer<T, IOException> fields)
      throws IOException {
    if (what.isPresent()) {
      object(name, () -> fields.accept(what.get()));
    } else {
      json.writeNullField(name);
    }
  }

  /** Writes a field whose value is an array with an object for each element of a list. */
  <T> void objects(String name, Iterable<T> list, FailableConsumer<T, IOException> fields)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (T element : list) {
      object(() -> fields.accept(element));
    }
    json.writeEndArray();
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
