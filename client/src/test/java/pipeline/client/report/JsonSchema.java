package pipeline.client.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The part of JSON Schema that {@code result.schema.json} uses: type, properties, required,
 * additionalProperties, items, const, pattern, minimum, maximum, anyOf and $ref into $defs.
 */
final class JsonSchema {
  private static final Set<String> KNOWN =
      Set.of(
          "$schema",
          "$defs",
          "$ref",
          "title",
          "description",
          "type",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "const",
          "pattern",
          "minimum",
          "maximum",
          "anyOf");

  private final Object root;

  /**
   * @param root a document, as {@link #read} gives it
   */
  JsonSchema(Object root) {
    this.root = root;
  }

  /** Reads a document as Maps, Lists, Strings, Numbers, Booleans and null. */
  static Object read(byte[] json) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      return value(parser);
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
      case VALUE_NULL -> null;
      default -> parser.getNumberValue();
    };
  }

  private static Map<String, Object> object(JsonParser parser) throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      members.put(name, value(parser));
    }
    return members;
  }

  private static List<Object> array(JsonParser parser) throws IOException {
    List<Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(parser));
    }
    return elements;
  }

  /** The places where the document differs from the schema, each with the reason. */
  List<String> violations(Object document) {
    List<String> violations = new ArrayList<>();
    check("$", document, members(root), violations);
    return violations;
  }

  private void check(String path, Object value, Map<?, ?> schema, List<String> violations) {
    schema.keySet().stream()
        .filter(keyword -> !KNOWN.contains(keyword))
        .forEach(keyword -> violations.add(path + ": this checker does not know " + keyword));
    if (schema.get("$ref") instanceof String ref) {
      Object shared = members(members(root).get("$defs")).get(ref.replace("#/$defs/", ""));
      check(path, value, members(shared), violations);
    }
    checkValue(path, value, schema, violations);
    if (value instanceof Map<?, ?> object) {
      checkObject(path, object, schema, violations);
    }
    List<?> elements = elements(value);
    for (int i = 0; i < elements.size(); i++) {
      check(path + "[" + i + "]", elements.get(i), members(schema.get("items")), violations);
    }
    List<?> choices = elements(schema.get("anyOf"));
    if (!choices.isEmpty() && choices.stream().noneMatch(choice -> matches(value, choice))) {
      violations.add(path + ": is none of the choices");
    }
  }

  private boolean matches(Object value, Object schema) {
    List<String> violations = new ArrayList<>();
    check("", value, members(schema), violations);
    return violations.isEmpty();
  }

  private static void checkValue(
      String path, Object value, Map<?, ?> schema, List<String> violations) {
    Object type = schema.get("type");
    List<?> types = type instanceof String ? List.of(type) : elements(type);
    if (!types.isEmpty() && types.stream().noneMatch(one -> isA(value, (String) one))) {
      violations.add(path + ": must be one of " + types);
    }
    if (schema.containsKey("const") && !schema.get("const").equals(value)) {
      violations.add(path + ": must be " + schema.get("const"));
    }
    if (schema.get("pattern") instanceof String pattern
        && !(value instanceof String text && text.matches(pattern))) {
      violations.add(path + ": must match " + pattern);
    }
    if (value instanceof Number number
        && (number.doubleValue() < bound(schema, "minimum", number)
            || number.doubleValue() > bound(schema, "maximum", number))) {
      violations.add(path + ": " + number + " is out of range");
    }
  }

  private static double bound(Map<?, ?> schema, String name, Number byDefault) {
    return (schema.get(name) instanceof Number bound ? bound : byDefault).doubleValue();
  }

  private static boolean isA(Object value, String type) {
    return switch (type) {
      case "object" -> value instanceof Map;
      case "array" -> value instanceof List;
      case "string" -> value instanceof String;
      case "integer" -> value instanceof Integer || value instanceof Long;
      case "number" -> value instanceof Number;
      case "boolean" -> value instanceof Boolean;
      case "null" -> value == null;
      default -> false;
    };
  }

  private void checkObject(
      String path, Map<?, ?> object, Map<?, ?> schema, List<String> violations) {
    for (Object required : elements(schema.get("required"))) {
      if (!object.containsKey(required)) {
        violations.add(path + ": lacks " + required);
      }
    }
    Map<?, ?> properties = members(schema.get("properties"));
    object.forEach(
        (name, member) -> {
          if (properties.containsKey(name)) {
            check(path + "." + name, member, members(properties.get(name)), violations);
          } else if (schema.get("additionalProperties") instanceof Boolean) {
            violations.add(path + "." + name + ": not in the schema");
          }
        });
  }

  private static Map<?, ?> members(Object value) {
    return value instanceof Map<?, ?> members ? members : Map.of();
  }

  private static List<?> elements(Object value) {
    return value instanceof List<?> elements ? elements : List.of();
  }
}
