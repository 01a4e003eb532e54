package pipeline.client.workload;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a load sends; the same for all clients of a fleet.
 *
 * @param workload its name, as {@code --workload} takes it
 * @param size how many lines one round has: the lines of a file that are not empty, or {@code
 *     --requests}
 * @param seed from which requests are generated; empty if a file is sent
 * @param checksum of the file's lines; empty if requests are generated
 * @param linesPerRequest how many lines a request carries, unless its body would be too long
 */
public record Input(
    String workload, long size, OptionalLong seed, Optional<String> checksum, int linesPerRequest) {

  public boolean isFile() {
    return seed.isEmpty();
  }
}
