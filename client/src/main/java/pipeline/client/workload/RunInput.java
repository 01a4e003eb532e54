package pipeline.client.workload;

import java.util.OptionalLong;

/**
 * What a run sent, said so that it can be sent again.
 *
 * @param workload its name, as {@code --workload} takes it
 * @param size how many requests one round of it is: the lines of a file that are not empty, or
 *     {@code --requests}
 * @param seed what the requests were generated from; empty if a file was sent
 */
public record RunInput(String workload, long size, OptionalLong seed) {
  public boolean isFile() {
    return seed.isEmpty();
  }
}
