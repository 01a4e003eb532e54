package pipeline.wire.process;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessMode;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A file that the user named for a program to write. A regular file is written beside its place and
 * moved there when it is complete, so that a reader finds the old content or the new one, never a
 * part; a link to it stays a link. A device, a pipe, and a descriptor of a process ({@code
 * /dev/stdout}) are written through and never replaced, as is a file in a folder that takes no new
 * files. Immutable.
 */
public final class OutputFile {
  private static final Pattern DESCRIPTOR = Pattern.compile("/proc/\\d+(?:/task/\\d+)?/fd/\\d+");
  private static final int MAX_LINKS = 40; // as Linux follows
  private static final int FILE_TYPE = 0170000;
  private static final int SOCKET = 0140000;

  private enum Way {
    /** A new file beside the place, moved there at the end. */
    BESIDE,
    /** The regular file itself, emptied first. */
    IN_PLACE,
    /** A device or a pipe, opened as it is. */
    THROUGH,
    /** An open file of a process, from where it stands. */
    DESCRIPTOR
  }

  private final Path named;
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
    try {
      Path place = followed(file);
      Optional<BasicFileAttributes> there = attributes(place);
      if (there.isPresent() && there.get().isDirectory()) {
        throw refused(option, file, "is a directory, not a file");
      }
      if (there.isEmpty() && isDescriptor(place)) {
        throw refused(option, file, "is not open");
      }
      if (there.isPresent() && !isOwn(place)) {
        place.getFileSystem().provider().checkAccess(place, AccessMode.WRITE);
      }
      return new OutputFile(file, place, way(place, there));
    } catch (NoSuchFileException e) {
      throw refused(option, file, "no such folder");
    } catch (IOException e) {
      throw refused(option, file, "cannot be written: " + Console.reason(e));
    }
  }

  private static IllegalArgumentException refused(String option, Path file, String cause) {
    return new IllegalArgumentException(Console.printable(option + " " + file + ": " + cause));
  }

  /** The file behind all links, but for a descriptor: what it stands for may have no name. */
  private static Path followed(Path file) throws IOException {
    Path at = file.toAbsolutePath();
    for (int links = 0; links <= MAX_LINKS && at.getFileName() != null; links++) {
      Path folder = at.getParent().toRealPath();
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

  private static Way way(Path place, Optional<BasicFileAttributes> there) throws IOException {
    if (isDescriptor(place)) {
      return Way.DESCRIPTOR;
    }
    if (there.isPresent() && there.get().isOther()) {
      if (((int) Files.getAttribute(place, "unix:mode") & FILE_TYPE) == SOCKET) {
        throw new IOException("is a socket");
      }
      return Way.THROUGH;
    }
    try {
      Files.delete(UnfinishedFile.create(place));
      return Way.BESIDE;
    } catch (IOException e) {
      if (there.isPresent()) {
        return Way.IN_PLACE;
      }
      throw e instanceof NoSuchFileException ? new IOException("takes no new file") : e;
    }
  }

  /**
   * Finds where another process is writing a file that is not complete: the newest file beside it
   * of the kind that {@link #open} makes. Empty if there is none.
   */
  public static Optional<Path> unfinished(Path file) throws IOException {
    return UnfinishedFile.newest(followed(file));
  }

  /** Writes all of it at once. After a failure the old file is still there. */
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
    return switch (way) {
      case BESIDE -> beside();
      case IN_PLACE -> new Draft(out(place, StandardOpenOption.TRUNCATE_EXISTING), null);
      case THROUGH -> new Draft(out(place), null);
      case DESCRIPTOR -> new Draft(descriptor(), null);
    };
  }

  private Draft beside() throws IOException {
    Path part = UnfinishedFile.create(place);
    return new Draft(out(part), part);
  }

  private static OutputStream out(Path file, StandardOpenOption... how) throws IOException {
    Set<StandardOpenOption> options = new HashSet<>(List.of(how));
    options.add(StandardOpenOption.WRITE);
    return Files.newOutputStream(file, options.toArray(StandardOpenOption[]::new));
  }

  /** A stream of this process shares its position with what the program prints, also in a file. */
  private OutputStream descriptor() throws IOException {
    if (!isOwn(place)) {
      return out(place, StandardOpenOption.APPEND);
    }
    return new Shared(place.endsWith("1") ? FileDescriptor.out : FileDescriptor.err);
  }

  /** Whether it is the standard output or error of this process, which are open for writing. */
  private static boolean isOwn(Path place) {
    Path descriptors = Path.of("/proc", Long.toString(ProcessHandle.current().pid()), "fd");
    return place.equals(descriptors.resolve("1")) || place.equals(descriptors.resolve("2"));
  }

  /** As the user named it. */
  @Override
  public String toString() {
    return Console.printable(named.toString());
  }

  /** What {@link #write} is to write. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** A stream of the process, which is not this program's to close. */
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
   * What has been written so far; not buffered. {@link #commit} puts it into its place, {@link
   * #close} without it throws it away, as far as it was written beside. Used by one thread.
   */
  public final class Draft extends OutputStream {
    private final OutputStream out;

    /** Null where it is written into its place. */
    private final Path part;

    private boolean failed;
    private boolean ended;

    private Draft(OutputStream out, Path part) {
      this.out = out;
      this.part = part;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      boolean written = false;
      try {
        out.write(bytes, offset, length);
        written = true;
      } finally {
        failed |= !written;
      }
    }

    /**
     * Ends the writing: the file is complete, and in its place.
     *
     * @throws IOException if it is not, be it that an earlier write has failed
     */
    public void commit() throws IOException {
      out.close();
      if (failed) {
        throw new IOException("a part could not be written");
      }
      if (part != null) {
        move();
      }
      ended = true;
    }

    /** A file that is a mount point, or another's in a folder like /tmp, cannot be replaced. */
    private void move() throws IOException {
      try {
        Files.move(part, place, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        if (!Files.isRegularFile(place)) {
          throw e;
        }
        try (OutputStream old = out(place, StandardOpenOption.TRUNCATE_EXISTING)) {
          Files.copy(part, old);
        }
        Files.delete(part);
      }
    }

    @Override
    public void close() throws IOException {
      boolean open = !ended;
      ended = true;
      try {
        out.close();
      } finally {
        if (open && part != null) {
          Files.deleteIfExists(part);
        }
      }
    }
  }
}
