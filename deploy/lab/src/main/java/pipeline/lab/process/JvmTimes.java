package pipeline.lab.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * For how long a JVM has compiled and collected garbage so far, by the file in which HotSpot keeps
 * its counters: reading it costs the JVM nothing, which cannot be said of {@code jcmd}.
 *
 * @param jit milliseconds of all compiler threads
 * @param gc milliseconds of all collections
 */
public record JvmTimes(double jit, double gc) {
  public static final JvmTimes NONE = new JvmTimes(0, 0);

  private static final int MAGIC = 0xcafec0c0;
  private static final int BYTE_ORDER_AT = 4;
  private static final int FIRST_ENTRY_AT = 24;
  private static final int ENTRIES_AT = 28;
  private static final int TYPE_AT = 12;
  private static final int DATA_AT = 16;
  private static final double MILLIS_PER_SECOND = 1e3;

  /** Of a process of our user; empty if it is no JVM, or keeps no such file, or has ended. */
  public static Optional<JvmTimes> of(long pid) {
    Path file =
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "hsperfdata_" + System.getProperty("user.name"),
            Long.toString(pid));
    try {
      return parse(Files.readAllBytes(file));
    } catch (IOException | IndexOutOfBoundsException e) {
      // the JVM has not written all of it yet, or has removed it
      return Optional.empty();
    }
  }

  /** Empty for what is not whole, as while a JVM starts. */
  static Optional<JvmTimes> parse(byte[] counters) {
    Map<String, Long> values = numbers(ByteBuffer.wrap(counters));
    double frequency = values.getOrDefault("sun.os.hrt.frequency", 0L);
    if (frequency == 0) {
      return Optional.empty();
    }
    long collections =
        values.entrySet().stream()
            .filter(value -> value.getKey().matches("sun\\.gc\\.collector\\.\\d+\\.time"))
            .mapToLong(Map.Entry::getValue)
            .sum();
    return Optional.of(
        new JvmTimes(
            values.getOrDefault("java.ci.totalTime", 0L) / frequency * MILLIS_PER_SECOND,
            collections / frequency * MILLIS_PER_SECOND));
  }

  /** A header, then entries that each begin with their length and where name and data are. */
  private static Map<String, Long> numbers(ByteBuffer file) {
    Map<String, Long> values = new HashMap<>();
    if (file.capacity() <= ENTRIES_AT + Integer.BYTES || file.getInt(0) != MAGIC) {
      return values;
    }
    file.order(file.get(BYTE_ORDER_AT) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    int at = file.getInt(FIRST_ENTRY_AT);
    for (int i = file.getInt(ENTRIES_AT); i > 0 && at + DATA_AT < file.capacity(); i--) {
      if (file.get(at + TYPE_AT) == 'J') {
        int data = at + file.getInt(at + DATA_AT);
        values.put(name(file, at + file.getInt(at + Integer.BYTES)), file.getLong(data));
      }
      at += Math.max(1, file.getInt(at));
    }
    return values;
  }

  /** Up to a zero. */
  private static String name(ByteBuffer file, int from) {
    StringBuilder name = new StringBuilder();
    for (int at = from; file.get(at) != 0; at++) {
      name.append((char) file.get(at));
    }
    return name.toString();
  }

  public JvmTimes plus(JvmTimes other) {
    return new JvmTimes(jit + other.jit, gc + other.gc);
  }

  /** What was spent since {@code earlier}. */
  public JvmTimes since(JvmTimes earlier) {
    return new JvmTimes(jit - earlier.jit, gc - earlier.gc);
  }
}
