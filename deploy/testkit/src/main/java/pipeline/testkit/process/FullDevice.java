package pipeline.testkit.process;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * A device like {@code /dev/full}, on which every write fails as on a full disk, in a test's own
 * folder: what replaces it by mistake does not harm the machine.
 */
public final class FullDevice {
  private FullDevice() {}

  /** Makes a full device; the test is skipped where only a privileged user may. */
  public static Path in(Path folder) {
    Path device = folder.resolve("full");
    try {
      Tool.run("mknod", "-m", "666", device.toString(), "c", "1", "7");
    } catch (IOException e) {
      Assumptions.abort(e.getMessage());
    }
    return device;
  }
}
