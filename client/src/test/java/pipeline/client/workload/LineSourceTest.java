package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class LineSourceTest {
  private final JsonFactory json = new JsonFactory();

  @Property
  void anotherParserReadsTheSameText(@ForAll String line) throws IOException {
    byte[] bytes = line.getBytes(UTF_8);
    Assume.that(new String(bytes, UTF_8).equals(line)); // a lone surrogate has no UTF-8

    try (JsonParser parser = json.createParser(LineSource.body(bytes))) {
      assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
      assertThat(parser.nextFieldName()).isEqualTo("message");
      assertThat(parser.nextTextValue()).isEqualTo(line);
      assertThat(parser.nextToken()).isEqualTo(JsonToken.END_OBJECT);
      assertThat(parser.nextToken()).isNull();
    }
  }

  @Example
  void everyControlCharacterIsEscapedAndNothingElseIsTouched() {
    assertThat(new String(LineSource.body("\0\t\u001f\u007f\"\\/é😀".getBytes(UTF_8)), UTF_8))
        .isEqualTo("{\"message\":\"\\u0000\\u0009\\u001f\u007f\\\"\\\\/é😀\"}");
  }
}
