package pipeline.rig.machine;

import java.io.File;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A hint that a disk is too full. It comes from {@code statvfs}, which answers in a chroot too,
 * where {@code FileStore} finds no mount point and throws.
 */
public final class FreeSpace {
  private static final long LEAST_MIB = 300;
  private static final int MIB_BITS = 20;

  private FreeSpace() {}

  /**
   * Why a directory has too little space, in one line; empty if it has enough, or if the system
   * does not say: file systems without a size have none in all.
   *
   * @param purpose what needs the space, such as {@code a run}
   */
  public static Optional<String> shortage(Path directory, String purpose) {
    File place = directory.toFile();
    return shortage(directory, purpose, place.getTotalSpace(), place.getUsableSpace());
  }

  static Optional<String> shortage(Path directory, String purpose, long size, long usable) {
    long free = usable >> MIB_BITS;
    return size == 0 || free >= LEAST_MIB
        ? Optional.empty()
        : Optional.of(
            "no space: %s has %s MiB free, but %s needs %s"
                .formatted(directory, free, purpose, LEAST_MIB));
  }
}
