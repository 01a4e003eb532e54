package pipeline.consumer.store.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;
import pipeline.wire.process.Console;

/**
 * The directory of {@code --state}, locked for this process until closed. It holds nothing but
 * counts, and only its owner can read it.
 */
public final class StateDirectory implements AutoCloseable {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final String LOCK = "lock";

  private final Path directory;
  private final FileChannel lockFile;

  private StateDirectory(Path directory, FileChannel lockFile) {
    this.directory = directory;
    this.lockFile = lockFile;
  }

  /**
   * Creates the directory if it is missing, and locks it.
   *
   * @throws StateException if it is not ours alone, or another consumer holds it
   */
  public static StateDirectory open(Path directory) throws StateException {
    try {
      if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      }
      check(directory);
      return new StateDirectory(directory, lock(directory));
    } catch (IOException e) {
      throw new StateException("cannot use --state " + directory + ": " + Console.reason(e), e);
    }
  }

  private static void check(Path directory) throws IOException, StateException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      throw new StateException("--state " + directory + " is not a directory, or a symbolic link");
    }
    // /proc/self is a link that belongs to root; its target belongs to our user
    Object user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    if (!user.equals(Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS))) {
      throw new StateException("--state " + directory + " belongs to another user");
    }
    if (Files.getPosixFilePermissions(directory).equals(OWNER_ONLY)) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isPresent()) {
        throw new StateException(
            "--state " + directory + " is open to other users; if it is ours: chmod 700");
      }
    }
    Files.setPosixFilePermissions(directory, OWNER_ONLY);
  }

  private static FileChannel lock(Path directory) throws IOException, StateException {
    FileChannel file =
        FileChannel.open(
            directory.resolve(LOCK),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    FileLock lock = null;
    try {
      lock = file.tryLock();
    } catch (OverlappingFileLockException e) {
      // this JVM holds the lock: refused below like any other holder
    }
    if (lock == null) {
      file.close();
      throw new StateException("--state " + directory + " is in use by another consumer");
    }
    return file;
  }

  Path file(String name) {
    return directory.resolve(name);
  }

  /** Replaces a file by a finished one, in one step that is atomic in a crash. */
  void replace(String name, String by) throws IOException {
    Files.move(file(by), file(name), StandardCopyOption.ATOMIC_MOVE);
    sync();
  }

  /** Forces the directory itself, so that files created or renamed in it are found again. */
  void sync() throws IOException {
    try (FileChannel self = FileChannel.open(directory, StandardOpenOption.READ)) {
      self.force(true);
    }
  }

  @Override
  public String toString() {
    return directory.toString();
  }

  @Override
  public void close() {
    try {
      lockFile.close();
    } catch (IOException e) {
      // the lock ends with the process at the latest
    }
  }
}
