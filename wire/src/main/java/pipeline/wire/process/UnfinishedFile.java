package pipeline.wire.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The file beside a place that takes the content until it is complete and moved there. */
final class UnfinishedFile {
  private static final int MAX_NAME_PART = 40; // up to four bytes each, so that any name fits
  private static final String PART = ".part";

  private UnfinishedFile() {}

  /**
   * Makes an empty file of a name that nobody can foresee, with the owner and the rights of the old
   * one.
   *
   * @throws IOException also if owner and rights cannot be kept; there is no new file then
   */
  static Path create(Path place) throws IOException {
    Path part = place.resolveSibling(start(place) + UUID.randomUUID() + PART);
    PosixFileAttributeView old = Files.getFileAttributeView(place, PosixFileAttributeView.class);
    if (old == null || !Files.exists(place)) {
      return Files.createFile(part);
    }
    FileAttribute<?> closed =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    Files.createFile(part, closed);
    try {
      takeRights(part, old.readAttributes());
      return part;
    } catch (IOException e) {
      Files.delete(part);
      throw e;
    }
  }

  private static void takeRights(Path part, PosixFileAttributes old) throws IOException {
    PosixFileAttributeView rights = Files.getFileAttributeView(part, PosixFileAttributeView.class);
    PosixFileAttributes now = rights.readAttributes();
    if (!now.owner().equals(old.owner())) {
      rights.setOwner(old.owner());
    }
    if (!now.group().equals(old.group())) {
      rights.setGroup(old.group());
    }
    rights.setPermissions(old.permissions());
  }

  private static String start(Path place) {
    String name = place.getFileName().toString();
    int characters = Math.min(MAX_NAME_PART, name.codePointCount(0, name.length()));
    return "." + name.substring(0, name.offsetByCodePoints(0, characters)) + ".";
  }

  /** The newest unfinished file of a place. */
  static Optional<Path> newest(Path place) throws IOException {
    try (Stream<Path> beside = Files.list(place.getParent())) {
      return beside
          .filter(path -> path.getFileName().toString().startsWith(start(place)))
          .filter(path -> path.toString().endsWith(PART))
          .max(Comparator.comparingLong(path -> path.toFile().lastModified()));
    }
  }
}
