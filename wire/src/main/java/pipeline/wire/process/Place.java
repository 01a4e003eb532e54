package pipeline.wire.process;

import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import java.io.IOException;
import java.nio.file.AccessMode;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The place of a file that a user named, and the way to write it.
 *
 * @param path behind all links; that of a descriptor is its own, since what it stands for may have
 *     no name
 */
record Place(Path path, Way way) {
  private static final Pattern DESCRIPTOR = Pattern.compile("/proc/\\d+(?:/task/\\d+)?/fd/\\d+");
  private static final int MAX_LINKS = 40; // as many links as Linux follows
  private static final int FILE_TYPE = 0170000;
  private static final int SOCKET = 0140000;
  private static final int MAX_NAME_PART = 40; // up to four bytes each, so that any name fits
  private static final String PART = ".part";

  enum Way {
    /** A new file beside the place, moved there at the end. */
    BESIDE,
    /** The regular file itself, emptied first. */
    IN_PLACE,
    /** A device or a pipe, opened as it is. */
    THROUGH,
    /** An open file of a process, after what it holds. */
    APPEND,
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
    Optional<BasicFileAttributes> there = attributes(path);
    if (there.isPresent() && there.get().isDirectory()) {
      throw new IOException("is a directory, not a file");
    }
    return new Place(path, isDescriptor(path) ? descriptor(path, there) : way(path, there));
  }

  /** The file behind all links. */
  static Path followed(Path file) throws IOException {
    Path at = file.toAbsolutePath();
    for (int links = 0; links <= MAX_LINKS && at.getFileName() != null; links++) {
      Path folder = folder(at);
      at = folder.resolve(at.getFileName());
      if (isDescriptor(at) || !Files.isSymbolicLink(at)) {
        return at;
      }
      at = folder.resolve(Files.readSymbolicLink(at));
    }
    if (at.getFileName() == null) {
      return at;
    }
    throw new FileSystemLoopException(file.toString());
  }

  private static Path folder(Path file) throws IOException {
    try {
      return file.getParent().toRealPath();
    } catch (NoSuchFileException e) {
      throw new IOException("no such folder", e);
    }
  }

  private static boolean isDescriptor(Path file) {
    return DESCRIPTOR.matcher(file.toString()).matches();
  }

  private static Optional<BasicFileAttributes> attributes(Path file) throws IOException {
    try {
      return Optional.of(Files.readAttributes(file, BasicFileAttributes.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static Way descriptor(Path path, Optional<BasicFileAttributes> there) throws IOException {
    Path own = Path.of("/proc", Long.toString(ProcessHandle.current().pid()), "fd");
    if (path.equals(own.resolve("1"))) {
      return Way.STANDARD_OUTPUT;
    }
    if (path.equals(own.resolve("2"))) {
      return Way.STANDARD_ERROR;
    }
    if (there.isEmpty()) {
      throw new IOException("is not open");
    }
    checkWritable(path);
    return Way.APPEND;
  }

  private static Way way(Path path, Optional<BasicFileAttributes> there) throws IOException {
    if (there.isPresent()) {
      checkWritable(path);
    }
    if (there.isPresent() && there.get().isOther()) {
      if (((int) Files.getAttribute(path, "unix:mode") & FILE_TYPE) == SOCKET) {
        throw new IOException("is a socket");
      }
      return Way.THROUGH;
    }
    try {
      Files.delete(createPart(path));
      return Way.BESIDE;
    } catch (IOException e) {
      if (there.isPresent()) {
        return Way.IN_PLACE;
      }
      throw e instanceof NoSuchFileException ? new IOException("takes no new file", e) : e;
    }
  }

  private static void checkWritable(Path path) throws IOException {
    path.getFileSystem().provider().checkAccess(path, AccessMode.WRITE);
  }

  /**
   * Makes an empty file beside the place, which takes the content until it is complete: of a name
   * that nobody can foresee, with the owner and the rights of the old one.
   *
   * @throws IOException also if owner and rights cannot be kept; there is no new file then
   */
  Path createPart() throws IOException {
    return createPart(path);
  }

  private static Path createPart(Path place) throws IOException {
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
