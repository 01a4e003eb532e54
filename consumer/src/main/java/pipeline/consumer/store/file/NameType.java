package pipeline.consumer.store.file;

import java.nio.ByteBuffer;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.StringDataType;
import pipeline.consumer.store.NamedCount;

/** The type of names: strings in the order of their UTF-8 bytes, in which a dump lists them. */
final class NameType extends BasicDataType<String> {
  static final NameType INSTANCE = new NameType();

  private static final StringDataType STRINGS = StringDataType.INSTANCE;

  private NameType() {}

  @Override
  public int compare(String a, String b) {
    return NamedCount.compareNames(a, b);
  }

  @Override
  public int getMemory(String name) {
    return STRINGS.getMemory(name);
  }

  @Override
  public String[] createStorage(int size) {
    return STRINGS.createStorage(size);
  }

  @Override
  public void write(WriteBuffer buffer, String name) {
    STRINGS.write(buffer, name);
  }

  @Override
  public String read(ByteBuffer buffer) {
    return STRINGS.read(buffer);
  }
}
