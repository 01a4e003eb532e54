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

/** Well-formed is what the decoder of the JDK takes. */
class Utf8Test {

  @Property(tries = 20_000)
  void agreesWithTheStrictDecoderOfTheJdk(@ForAll("bytesNearTheEdges") byte[] bytes) {
    assertThat(Utf8.isWellFormed(bytes, 0, bytes.length)).isEqualTo(decodes(bytes));
  }

  @Property
  void acceptsEveryWellFormedText(@ForAll int codePoint) {
    int valid = Math.floorMod(codePoint, Character.MAX_CODE_POINT + 1);
    byte[] bytes = Character.toString(valid).getBytes(StandardCharsets.UTF_8);
    assertThat(Utf8.isWellFormed(bytes, 0, bytes.length)).isTrue();
  }

  @Property
  void looksAtNothingBehindTheLength(@ForAll("bytesNearTheEdges") byte[] behind) {
    byte[] bytes = new byte[behind.length + 1];
    bytes[0] = 'a';
    System.arraycopy(behind, 0, bytes, 1, behind.length);
    assertThat(Utf8.isWellFormed(bytes, 0, 1)).isTrue();
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
    return bytes.map(
        list -> {
          byte[] array = new byte[list.size()];
          for (int i = 0; i < array.length; i++) {
            array[i] = list.get(i);
          }
          return array;
        });
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
