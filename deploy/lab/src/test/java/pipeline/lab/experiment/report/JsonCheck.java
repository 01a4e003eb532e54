package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * As much of JSON Schema as {@code experiment.schema.json} uses: type, properties, required,
 * additionalProperties, items, const, enum and minimum.
 */
final class JsonCheck {
  private static final List<String> KNOWN =
      List.of(
          "$schema",
          "title",
          "description",
          "type",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "const",
          "enum",
          "minimum");

  private JsonCheck() {}

  /** Where and how a value differs from a schema. */
  static List<String> violations(String at, Object value, Map<?, ?> schema) {
    List<String> wrong = new ArrayList<>();
    schema.keySet().stream()
        .filter(keyword -> !KNOWN.contains(keyword))
        .forEach(keyword -> wrong.add(at + ": this check does not know " + keyword));
    Object type = schema.get("type");
    List<?> types =
        type == null ? List.of() : type instanceof List<?> several ? several : List.of(type);
    if (!types.isEmpty() && types.stream().noneMatch(each -> isA((String) each, value))) {
      wrong.add(at + ": " + value + " is no " + types);
    }
    if (schema.containsKey("const") && !schema.get("const").equals(value)) {
      wrong.add(at + ": " + value + " is not " + schema.get("const"));
    }
    if (schema.get("enum") instanceof List<?> choices && !choices.contains(value)) {
      wrong.add(at + ": " + value + " is none of " + choices);
    }
    if (schema.get("minimum") instanceof Number least
        && value instanceof Number number
        && number.doubleValue() < least.doubleValue()) {
      wrong.add(at + ": " + value + " is below " + least);
    }
    if (value instanceof Map<?, ?> object) {
      wrong.addAll(ofObject(at, object, schema));
    }
    if (value instanceof List<?> list && schema.get("items") instanceof Map<?, ?> items) {
      for (int i = 0; i < list.size(); i++) {
        wrong.addAll(violations(at + "[" + i + "]", list.get(i), items));
      }
    }
    return wrong;
  }

  private static List<String> ofObject(String at, Map<?, ?> object, Map<?, ?> schema) {
    List<String> wrong = new ArrayList<>();
    Map<?, ?> known = schema.get("properties") instanceof Map<?, ?> map ? map : Map.of();
    if (schema.get("required") instanceof List<?> required) {
      required.stream()
          .filter(name -> !object.containsKey(name))
          .forEach(name -> wrong.add(at + ": no " + name));
    }
    for (Map.Entry<?, ?> member : object.entrySet()) {
      Object its = known.get(member.getKey());
      if (its == null) {
        its = schema.get("additionalProperties");
      }
      if (its instanceof Map<?, ?> further) {
        wrong.addAll(violations(at + "." + member.getKey(), member.getValue(), further));
      } else if (Boolean.FALSE.equals(its)) {
        wrong.add(at + ": " + member.getKey() + " is not in the schema");
      }
    }
    return wrong;
  }

  private static boolean isA(String type, Object value) {
    return switch (type) {
      case "object" -> value instanceof Map;
      case "array" -> value instanceof List;
      case "string" -> value instanceof String;
      case "number" -> value instanceof Number;
      case "integer" -> value instanceof Integer || value instanceof Long;
      case "boolean" -> value instanceof Boolean;
      default -> value == null;
    };
  }
}
