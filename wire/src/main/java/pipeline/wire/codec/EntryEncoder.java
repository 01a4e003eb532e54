package pipeline.wire.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Writes entries, each once, and joins written entries to a message body: {@code
 * [{"run":"4f1c…","seq":17,"words":{"Hello":1}},…]}. A range says {@code first} instead of {@code
 * seq}, see {@link PayloadFormat#writeLines}. Thread-safe.
 */
public final class EntryEncoder<P> {
  private final JsonFactory json = Json.factory();
  private final PayloadFormat<P> format;

  public EntryEncoder(PayloadFormat<P> format) {
    this.format = format;
  }

  /** An entry of one line or of a range, as UTF-8 JSON, ready for {@link #join}. */
  public byte[] encode(Entry<P> entry) {
    try (ByteArrayBuilder bytes = new ByteArrayBuilder(json._getBufferRecycler())) {
      try (JsonGenerator out = json.createGenerator(bytes)) {
        out.writeStartObject();
        out.writeStringField("run", entry.key().run().toString());
        if (entry.count() == 1) {
          out.writeNumberField("seq", entry.key().seq());
          out.writeFieldName(format.field());
          format.write(entry.lines().line(0), out);
        } else {
          out.writeNumberField("first", entry.key().seq());
          format.writeLines(entry.lines(), out);
        }
        out.writeEndObject();
      }
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
  }

  /** One message body of one or more encoded entries. */
  public static byte[] join(List<byte[]> entries) {
    int length = 1;
    for (byte[] entry : entries) {
      length += entry.length + 1;
    }
    byte[] body = new byte[length];
    int at = 0;
    for (byte[] entry : entries) {
      body[at] = (byte) (at == 0 ? '[' : ',');
      System.arraycopy(entry, 0, body, at + 1, entry.length);
      at += entry.length + 1;
    }
    body[at] = ']';
    return body;
  }
}
