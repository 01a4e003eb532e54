package pipeline.consumer.store.redis;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;

/** A value that is not text, read on a connection whose values are; null if there is none. */
final class BytesOutput extends CommandOutput<String, String, byte[]> {

  BytesOutput() {
    super(StringCodec.UTF8, null);
  }

  @Override
  public void set(ByteBuffer bytes) {
    if (bytes != null) {
      output = new byte[bytes.remaining()];
      bytes.get(output);
    }
  }
}
