package pipeline.wire.process;

import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import java.io.IOException;
import java.nio.file.AccessMode;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The place of a file that a user named, and the way to write it.
 *
 * @param path behind all links
 */
record Place(Path path, Way way) {
  private static final int MAX_NAME_PART = 40; // up to four bytes each, so that any name fits
  private static final String PART = ".part";

  enum Way {
    /** A new file beside the place, moved there at the end. */
    BESIDE,
    /** The regular file itself, emptied first. */
    IN_PLACE,
    /** A device or a pipe, opened as it is. */
    THROUGH,
    STANDARD_OUTPUT,
    STANDARD_ERROR
  }

  /**
   * Finds the place of a file, without changing anything there or waiting for the reader of a pipe.
   *
   * @throws IOException if nothing can be written there; its message is the cause alone
   */
  static Place of(Path file) throws IOException {
    Path path = followed(file);
    return new Place(path, Files.exists(path) ? wayOfOld(path) : wayOfNew(path));
  }

  /** The file behind all links, which may be missing, or have no name as a pipe. */
  static Path followed(Path file) throws IOException {
    Path absolute = file.toAbsolutePath();
    try {
      return absolute.toRealPath();
    } catch (NoSuchFileException e) {
      Path folder = folder(absolute);
      return Files.isSymbolicLink(absolute) && !Files.exists(absolute)
          ? followed(folder.resolve(Files.readSymbolicLink(absolute)))
          : folder.resolve(absolute.getFileName());
    }
  }

  private static Path folder(Path file) throws IOException {
    try {
      return file.getParent().toRealPath();
    } catch (NoSuchFileException e) {
      throw new IOException("no such folder", e);
    }
  }

  private static Way wayOfOld(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new IOException("is a directory, not a file");
    }
    path.getFileSystem().provider().checkAccess(path, AccessMode.WRITE);
    if (isDescriptor("1", path)) {
      return Way.STANDARD_OUTPUT;
    }
    if (isDescriptor("2", path)) {
      return Way.STANDARD_ERROR;
    }
    if (!Files.isRegularFile(path)) {
      return Way.THROUGH;
    }
    try {
      Files.delete(createPart(path));
      return Way.BESIDE;
    } catch (IOException e) {
      return Way.IN_PLACE;
    }
  }

  /** Whether a descriptor of this process is open on the file, which Linux tells. */
  private static boolean isDescriptor(String number, Path path) throws IOException {
    Path own = Path.of("/proc/self/fd", number);
    return Files.exists(own) && Files.isSameFile(own, path);
  }

  private static Way wayOfNew(Path path) throws IOException {
    try {
      Files.delete(createPart(path));
      return Way.BESIDE;
    } catch (NoSuchFileException e) {
      throw new IOException("takes no new file", e);
    }
  }

  /**
   * Makes an empty file beside the place, which takes the content until it is complete: of a name
   * that nobody can foresee, with the owner and the rights of the old one.
   *
   * @throws IOException also if owner and rights cannot be kept; there is no new file then
   */
  static Path createPart(Path place) throws IOException {
    Path part = place.resolveSibling(start(place) + UUID.randomUUID() + PART);
    boolean rights = place.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (!rights || !Files.exists(place)) {
      return Files.createFile(part);
    }
    Files.createFile(
        part, PosixFilePermissions.asFileAttribute(EnumSet.of(OWNER_READ, OWNER_WRITE)));
    try {
      PosixFileAttributes old = Files.readAttributes(place, PosixFileAttributes.class);
      Files.setOwner(part, old.owner());
      Files.setAttribute(part, "posix:group", old.group());
      Files.setPosixFilePermissions(part, old.permissions());
      return part;
    } catch (IOException e) {
      Files.delete(part);
      throw e;
    }
  }

  private static String start(Path place) {
    String name = place.getFileName().toString();
    int characters = Math.min(MAX_NAME_PART, name.codePointCount(0, name.length()));
    return "." + name.substring(0, name.offsetByCodePoints(0, characters)) + ".";
  }

  /** The newest unfinished file of the place behind all links of a file. */
  static Optional<Path> newestPart(Path file) throws IOException {
    Path place = followed(file);
    try (Stream<Path> beside = Files.list(place.getParent())) {
      return beside
          .filter(path -> path.getFileName().toString().startsWith(start(place)))
          .filter(path -> path.toString().endsWith(PART))
          .max(Comparator.comparingLong(path -> path.toFile().lastModified()));
    }
  }
}
