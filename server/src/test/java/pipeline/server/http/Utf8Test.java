package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.arbitraries.ListArbitrary;
import org.apache.commons.lang3.ArrayUtils;

/** Well-formed is what the decoder of the JDK takes. */
class Utf8Test {

  @Property(tries = 20_000)
  void agreesWithTheStrictDecoderOfTheJdkAndLooksAtNothingElse(
      @ForAll("bytesNearTheEdges") byte[] bytes, @ForAll byte before, @ForAll byte behind) {
    byte[] all = ArrayUtils.add(ArrayUtils.addFirst(bytes, before), behind);
    assertThat(Utf8.isWellFormed(all, 1, bytes.length + 1)).isEqualTo(decodes(bytes));
  }

  @Property
  void acceptsEveryWellFormedText(@ForAll int codePoint) {
    int valid = Math.floorMod(codePoint, Character.MAX_CODE_POINT + 1);
    byte[] bytes = Character.toString(valid).getBytes(StandardCharsets.UTF_8);
    assertThat(Utf8.isWellFormed(bytes, 0, bytes.length)).isTrue();
  }

  @Provide
  Arbitrary<byte[]> bytesNearTheEdges() {
    ListArbitrary<Byte> bytes =
        Arbitraries.of(
                0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
                0xE1, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF)
            .map(Integer::byteValue)
            .list()
            .ofMinSize(0)
            .ofMaxSize(6);
    return bytes.map(list -> ArrayUtils.toPrimitive(list.toArray(new Byte[0])));
  }

  private static boolean decodes(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
