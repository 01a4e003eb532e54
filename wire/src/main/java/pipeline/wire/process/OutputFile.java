package pipeline.wire.process;

import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessMode;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Comparator;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A file that the user named for a program to write. A regular file is written beside its place and
 * moved there when it is complete, so that a reader finds the old content or the new one, never a
 * part; a link to it stays a link. A device, a pipe, and the program's own output ({@code
 * /dev/stdout}, or {@code -}) are written through and never replaced, as is a file in a folder that
 * takes no new files. Immutable.
 */
public final class OutputFile {
  private static final Path STANDARD_OUTPUT = Path.of("-");
  private static final int MAX_NAME_PART = 40; // up to four bytes each, so that any name fits
  private static final String PART = ".part";

  /** The way in which a file is written. */
  private enum Way {
    /** A new file beside the place, moved there at the end. */
    BESIDE,
    /** The regular file itself, emptied first. */
    IN_PLACE,
    /** A device or a pipe, opened as it is. */
    THROUGH,
    STANDARD_OUTPUT,
    STANDARD_ERROR
  }

  private final Path named;

  /** The file behind all links. */
  private final Path place;

  private final Way way;

  private OutputFile(Path named, Path place, Way way) {
    this.named = named;
    this.place = place;
    this.way = way;
  }

  /**
   * Finds out how a file will be written; changes nothing there and waits for no reader of a pipe.
   *
   * @param option what named the file, for the message
   * @throws IllegalArgumentException if it cannot be written, in one line with option, name, cause
   */
  public static OutputFile named(String option, Path file) {
    if (file.toString().chars().anyMatch(Character::isISOControl)) {
      throw refused(option, file, "control characters are not allowed in a name");
    }
    if (file.toString().isEmpty()) {
      throw refused(option, file, "names no file");
    }
    if (file.equals(STANDARD_OUTPUT)) {
      return new OutputFile(file, file, Way.STANDARD_OUTPUT);
    }
    try {
      Path place = followed(file);
      return new OutputFile(file, place, wayTo(place));
    } catch (IOException e) {
      throw refused(option, file, Console.reason(e));
    }
  }

  private static IllegalArgumentException refused(String option, Path file, String cause) {
    return new IllegalArgumentException(Console.printable(option + " " + file + ": " + cause));
  }

  /**
   * Finds where another process is writing a file that is not complete: the newest file beside it
   * of the kind that {@link #open} makes. Empty if there is none.
   */
  public static Optional<Path> unfinished(Path file) throws IOException {
    Path place = followed(file);
    try (Stream<Path> beside = Files.list(place.getParent())) {
      return beside
          .filter(path -> path.getFileName().toString().startsWith(start(place)))
          .filter(path -> path.toString().endsWith(PART))
          .max(Comparator.comparingLong(path -> path.toFile().lastModified()));
    }
  }

  /** The file behind all links, which may be missing, or have no name as a pipe. */
  private static Path followed(Path file) throws IOException {
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

  /** Finds the way to write there; changes nothing. */
  private static Way wayTo(Path place) throws IOException {
    boolean isOld = Files.exists(place);
    if (isOld) {
      if (Files.isDirectory(place)) {
        throw new IOException("is a directory, not a file");
      }
      place.getFileSystem().provider().checkAccess(place, AccessMode.WRITE);
      if (isDescriptor("1", place)) {
        return Way.STANDARD_OUTPUT;
      }
      if (isDescriptor("2", place)) {
        return Way.STANDARD_ERROR;
      }
      if (!Files.isRegularFile(place)) {
        return Way.THROUGH;
      }
    }
    try {
      Files.delete(createPart(place));
      return Way.BESIDE;
    } catch (IOException e) {
      if (isOld) {
        return Way.IN_PLACE;
      }
      throw e instanceof NoSuchFileException ? new IOException("takes no new file", e) : e;
    }
  }

  /** Whether a descriptor of this process is open on the file, which Linux tells. */
  private static boolean isDescriptor(String number, Path path) throws IOException {
    Path own = Path.of("/proc/self/fd", number);
    return Files.exists(own) && Files.isSameFile(own, path);
  }

  /**
   * Makes an empty file beside the place, which takes the content until it is complete: of a name
   * that nobody can foresee, with the owner and the rights of the old one.
   *
   * @throws IOException also if owner and rights cannot be kept; there is no new file then
   */
  private static Path createPart(Path place) throws IOException {
    boolean rights = place.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (!rights || !Files.exists(place)) {
      return Files.createFile(place.resolveSibling(start(place) + UUID.randomUUID() + PART));
    }
    Path part = Files.createTempFile(place.getParent(), start(place), PART); // of this user alone
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

  /** Writes the whole content at once. After a failure the old file is still there. */
  public void write(Content content) throws IOException {
    try (Draft draft = open()) {
      OutputStream out = new BufferedOutputStream(draft);
      content.writeTo(out);
      out.flush();
      draft.commit();
    }
  }

  /** Begins to write. Opening a pipe waits for its reader. */
  public Draft open() throws IOException {
    Path part = way == Way.BESIDE ? createPart(place) : null;
    OutputStream out =
        switch (way) {
          case BESIDE -> Files.newOutputStream(part, WRITE);
          case IN_PLACE -> Files.newOutputStream(place, WRITE, TRUNCATE_EXISTING);
          case THROUGH -> Files.newOutputStream(place, WRITE);
          case STANDARD_OUTPUT -> new Shared(FileDescriptor.out);
          case STANDARD_ERROR -> new Shared(FileDescriptor.err);
        };
    return new Draft(out, part);
  }

  /** Whether the user named standard output {@code -}, which is then for this file alone. */
  public boolean takesStandardOutput() {
    return named.equals(STANDARD_OUTPUT);
  }

  /** Whether writing this file would replace {@code file}, which may be named by another path. */
  public boolean replaces(Path file) {
    try {
      boolean isRegular = way == Way.BESIDE || way == Way.IN_PLACE;
      return isRegular && place.equals(followed(file));
    } catch (IOException e) {
      return false; // a missing file is not replaced
    }
  }

  /** The file's name as the user gave it. */
  @Override
  public String toString() {
    return Console.printable(named.toString());
  }

  /** The content that {@link #write} is to write. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * A standard stream, opened again: it shares its position with the program's own output there,
   * also in a file.
   */
  private static final class Shared extends FileOutputStream {
    Shared(FileDescriptor stream) {
      super(stream);
    }

    @Override
    public void close() {
      // the program still prints there
    }
  }

  /**
   * The content written so far; not buffered. {@link #commit} puts it into its place; {@link
   * #close} without a commit discards the file that was written beside its place. Used by one
   * thread.
   */
  public final class Draft extends WatchedStream {
    /** The unfinished file; null if the content is written directly into its place. */
    private final Path part;

    private Draft(OutputStream out, Path part) {
      super(out);
      this.part = part;
    }

    /**
     * Ends the writing: the file is complete, and in its place.
     *
     * @throws IOException if it is not, also if an earlier write has failed
     */
    public void commit() throws IOException {
      super.close();
      if (failure() != null) {
        throw new IOException(Console.reason(failure()), failure());
      }
      if (part != null) {
        move();
      }
    }

    /**
     * Moves the unfinished file into its place. A mount point, or another user's file in a folder
     * like /tmp, cannot be replaced.
     */
    private void move() throws IOException {
      try {
        Files.move(part, place, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        if (!Files.isRegularFile(place)) {
          throw e;
        }
        try (OutputStream old = Files.newOutputStream(place, WRITE, TRUNCATE_EXISTING)) {
          Files.copy(part, old);
        }
        Files.delete(part);
      }
    }

    /** The file's name as the user gave it. */
    @Override
    public String toString() {
      return OutputFile.this.toString();
    }

    @Override
    public void close() throws IOException {
      try {
        super.close();
      } finally {
        if (part != null) {
          Files.deleteIfExists(part); // which is no more after a commit
        }
      }
    }
  }
}
