package pipeline.client.input;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A small JSON document in memory. A value that is absent, null or of another type reads as empty,
 * so that a caller tells "not there" from zero. Immutable.
 *
 * @param value a Map, a List, a String, a Number, a Boolean, or null
 */
public record JsonTree(Object value) {
  private static final JsonTree ABSENT = new JsonTree(null);

  /**
   * Parses a document.
   *
   * @throws IOException if the bytes are not JSON
   */
  public static JsonTree parse(byte[] json) throws IOException {
    return new JsonTree(JSON.std.anyFrom(json));
  }

  /** The member under a path of names; an absent one reads as empty in every way. */
  public JsonTree at(String... names) {
    JsonTree node = this;
    for (String name : names) {
      Object child = node.value instanceof Map<?, ?> members ? members.get(name) : null;
      node = child == null ? ABSENT : new JsonTree(child);
    }
    return node;
  }

  /** The elements of an array; none for anything else. */
  public List<JsonTree> elements() {
    return value instanceof List<?> list ? list.stream().map(JsonTree::new).toList() : List.of();
  }

  public boolean isObject() {
    return value instanceof Map;
  }

  public boolean isPresent() {
    return value != null;
  }

  public boolean isTrue() {
    return Boolean.TRUE.equals(value);
  }

  public OptionalLong whole() {
    return value instanceof Number number
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }

  public OptionalDouble number() {
    return value instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }

  public Optional<String> text() {
    return value instanceof String text ? Optional.of(text) : Optional.empty();
  }
}
