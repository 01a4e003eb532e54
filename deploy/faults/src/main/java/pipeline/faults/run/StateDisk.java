package pipeline.faults.run;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import pipeline.testkit.process.Tool;

/**
 * The disk of the consumer's state, or of a broker's data. The mounted kinds need root; they are
 * unmounted by {@link #close}. Not thread-safe.
 */
public final class StateDisk implements Closeable {
  private static final int FILL_BYTES = 64 << 10;

  /** The kind of disk that a run asks for. */
  public enum Kind {
    /** A plain directory. */
    DIRECTORY,
    /** A small file system in memory, that can be filled and enlarged. */
    SMALL,
    /**
     * A file system inside a file, whose copy holds what was forced to the disk and not what the
     * page cache still holds: the power can be cut.
     */
    IMAGE
  }

  private final Kind kind;
  private final Path mount;
  private final Path image;
  private boolean mounted;

  /** Makes the directory, with the disk in it. */
  public StateDisk(Kind kind, Path directory) throws IOException {
    this.kind = kind;
    mount = Files.createDirectory(directory);
    image = directory.resolveSibling("state.image");
    if (kind == Kind.SMALL) {
      Tool.run("mount", "-t", "tmpfs", "-o", "size=24m,mode=0700", "chaos", mount.toString());
      mounted = true;
    } else if (kind == Kind.IMAGE) {
      // RabbitMQ refuses to publish with less than 50 MB left
      Tool.run("truncate", "-s", "128M", image.toString());
      Tool.run("mkfs.ext4", "-q", image.toString());
      mountImage();
    }
  }

  /** Whether this user may have such a disk. */
  public static boolean isPossible(Kind kind) {
    return kind == Kind.DIRECTORY || "root".equals(System.getProperty("user.name"));
  }

  /** A directory on the disk, not made yet. */
  Path directory() {
    return mount.resolve("data");
  }

  /** Writes until there is no space left. */
  public void fill() throws IOException {
    byte[] block = new byte[FILL_BYTES];
    try (OutputStream out = Files.newOutputStream(filler())) {
      while (true) {
        out.write(block);
      }
    } catch (IOException e) {
      if (!Files.exists(filler())) {
        throw e;
      }
    }
  }

  /** Leaves so many bytes free on a small disk. */
  public void limitFree(long bytes) throws IOException {
    FileStore disk = Files.getFileStore(mount);
    long size = disk.getTotalSpace() - disk.getUsableSpace() + bytes;
    Tool.run("mount", "-o", "remount,size=" + size, mount.toString());
  }

  /** Makes the space of {@link #fill} free again. */
  public void free() throws IOException {
    Files.deleteIfExists(filler());
  }

  private Path filler() {
    return mount.resolve("filler");
  }

  /**
   * Goes back to what the disk would hold after a power cut now: everything not forced is gone. The
   * process that uses the directory must be frozen when this begins and dead before {@link
   * #wakeFromPowerCut}.
   */
  public void cutPower() throws IOException {
    Files.copy(image, image.resolveSibling("state.cut"), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Mounts what {@link #cutPower} has kept. */
  public void wakeFromPowerCut() throws IOException {
    close();
    Files.move(image.resolveSibling("state.cut"), image, StandardCopyOption.REPLACE_EXISTING);
    mountImage();
  }

  private void mountImage() throws IOException {
    // a long commit interval, so that the journal forces nothing on its own during a run
    Tool.run("mount", "-o", "loop,commit=300", image.toString(), mount.toString());
    mounted = true;
  }

  @Override
  public void close() throws IOException {
    if (mounted && kind != Kind.DIRECTORY) {
      Tool.run("umount", mount.toString());
      mounted = false;
    }
  }
}
