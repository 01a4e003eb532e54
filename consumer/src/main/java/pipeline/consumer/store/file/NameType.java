package pipeline.consumer.store.file;

import java.util.Arrays;
import org.h2.mvstore.type.StringDataType;
import pipeline.consumer.store.NamedCount;

/** The type of names: strings in the order of their UTF-8 bytes, in which a dump lists them. */
final class NameType extends StringDataType {
  @Override
  public int compare(String a, String b) {
    return NamedCount.compareNames(a, b);
  }

  @Override
  public int binarySearch(String name, Object names, int size, int initialGuess) {
    return Arrays.binarySearch((String[]) names, 0, size, name, NamedCount::compareNames);
  }
}
