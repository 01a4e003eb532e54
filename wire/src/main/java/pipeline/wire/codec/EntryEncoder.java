package pipeline.wire.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import pipeline.wire.identity.RunEnd;

/**
 * Encodes entries and ends of runs, each once, and joins them to a message body: {@code
 * [{"run":"4f1c…","seq":17,"words":{"Hello":1}},{"run":"4f1c…","lines":18},…]}. A range says {@code
 * first} instead of {@code seq}, see {@link PayloadFormat#writeLines}. Thread-safe.
 */
public record EntryEncoder<P>(PayloadFormat<P> format) {
  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          // a pair takes four bytes instead of twelve
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .build();

  /** Encodes an entry of one line or of a range as UTF-8 JSON, ready for {@link #join}. */
  public byte[] encode(Entry<P> entry) {
    try (ByteArrayBuilder bytes = new ByteArrayBuilder(JSON._getBufferRecycler())) {
      try (JsonGenerator out = JSON.createGenerator(bytes)) {
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

  /**
   * Encodes the end of a run as UTF-8 JSON, ready for {@link #join}; the form is the same for all
   * workloads.
   */
  public byte[] encode(RunEnd end) {
    return ("{\"run\":\"" + end.run() + "\",\"lines\":" + end.lines() + "}")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Joins one or more encoded elements, entries and ends of runs, to a message body. */
  public static byte[] join(List<byte[]> elements) {
    int length = 1;
    for (byte[] element : elements) {
      length += element.length + 1;
    }
    byte[] body = new byte[length];
    int at = 0;
    for (byte[] element : elements) {
      body[at] = (byte) (at == 0 ? '[' : ',');
      System.arraycopy(element, 0, body, at + 1, element.length);
      at += element.length + 1;
    }
    body[at] = ']';
    return body;
  }
}
