package pipeline.lab.experiment.result;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON document as maps, lists, texts, numbers, booleans and nulls. */
public final class JsonTree {
  private JsonTree() {}

  /** Reads one that fits into memory, and leaves the stream open. */
  public static Object read(InputStream in) throws IOException {
    try (JsonParser json = new JsonFactory().createParser(in)) {
      json.nextToken();
      return value(json);
    }
  }

  private static Object value(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
          String name = in.currentName();
          in.nextToken();
          object.put(name, value(in));
        }
        yield object;
      }
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(in));
        }
        yield list;
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> in.getNumberValue();
      case VALUE_TRUE, VALUE_FALSE -> in.getBooleanValue();
      case VALUE_NULL -> null;
      default -> in.getText();
    };
  }
}
