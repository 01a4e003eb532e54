package pipeline.client.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import pipeline.client.input.JsonTree;

/**
 * As much of JSON Schema as {@code result.schema.json} uses: type, properties, required,
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

  private final JsonTree root;

  JsonSchema(JsonTree root) {
    this.root = root;
  }

  /** Where and how the document differs from the schema. */
  List<String> violations(JsonTree document) {
    List<String> violations = new ArrayList<>();
    check("$", document, root, violations);
    return violations;
  }

  private void check(String path, JsonTree value, JsonTree schema, List<String> violations) {
    schema.names().stream()
        .filter(keyword -> !KNOWN.contains(keyword))
        .forEach(keyword -> violations.add(path + ": this checker does not know " + keyword));
    if (schema.at("$ref").isPresent()) {
      String name = schema.at("$ref").text().orElseThrow().replace("#/$defs/", "");
      check(path, value, root.at("$defs", name), violations);
    }
    checkValue(path, value, schema, violations);
    checkObject(path, value, schema, violations);
    for (int i = 0; i < value.elements().size(); i++) {
      check(path + "[" + i + "]", value.elements().get(i), schema.at("items"), violations);
    }
    List<JsonTree> choices = schema.at("anyOf").elements();
    if (!choices.isEmpty() && choices.stream().noneMatch(choice -> matches(value, choice))) {
      violations.add(path + ": is none of the choices");
    }
  }

  private boolean matches(JsonTree value, JsonTree schema) {
    List<String> violations = new ArrayList<>();
    check("", value, schema, violations);
    return violations.isEmpty();
  }

  private static void checkValue(
      String path, JsonTree value, JsonTree schema, List<String> violations) {
    List<String> types = new ArrayList<>();
    schema.at("type").text().ifPresent(types::add);
    schema.at("type").elements().forEach(type -> types.add(type.text().orElseThrow()));
    if (!types.isEmpty() && types.stream().noneMatch(value::isA)) {
      violations.add(path + ": must be " + String.join(" or ", types));
    }
    schema
        .at("const")
        .text()
        .filter(text -> !value.text().filter(text::equals).isPresent())
        .ifPresent(text -> violations.add(path + ": must be " + text));
    schema
        .at("pattern")
        .text()
        .filter(pattern -> !value.text().orElse("").matches(pattern))
        .ifPresent(pattern -> violations.add(path + ": must match " + pattern));
    OptionalDouble number = value.number();
    if (number.isPresent()
        && (number.getAsDouble() < schema.at("minimum").number().orElse(number.getAsDouble())
            || number.getAsDouble() > schema.at("maximum").number().orElse(number.getAsDouble()))) {
      violations.add(path + ": " + number.getAsDouble() + " is out of range");
    }
  }

  private void checkObject(String path, JsonTree value, JsonTree schema, List<String> violations) {
    if (!value.isA("object")) {
      return;
    }
    for (JsonTree required : schema.at("required").elements()) {
      if (!value.names().contains(required.text().orElseThrow())) {
        violations.add(path + ": lacks " + required.text().orElseThrow());
      }
    }
    for (String name : value.names()) {
      JsonTree member = schema.at("properties", name);
      if (member.isPresent()) {
        check(path + "." + name, value.at(name), member, violations);
      } else if (schema.at("additionalProperties").isA("boolean")) {
        violations.add(path + "." + name + ": not in the schema");
      }
    }
  }
}
