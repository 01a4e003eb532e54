package pipeline.faults.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import pipeline.faults.hostile.HostileClient;
import pipeline.rig.Proof;

/**
 * The directory of one run.
 *
 * @param runId the client's run, and the queue's name; 32 hexadecimal digits
 */
public record RunFiles(Path directory, String runId) {
  private static final String JSON = ".json";

  private static final Pattern OF_HOSTILE_CLIENTS =
      Pattern.compile("(?m)^\\d+\t" + HostileClient.MARK + ".*\n");

  /** The run of a line that is posted by hand, since the client's own run has ended by then. */
  public String heldRun() {
    int last = runId.length() - 1;
    return runId.substring(0, last) + (runId.charAt(last) == '0' ? '1' : '0');
  }

  Path input() {
    return directory.resolve("input.txt");
  }

  /** The input without its last line. */
  Path head() {
    return directory.resolve("head.txt");
  }

  /** The counts of the oracle. */
  Path expected() {
    return directory.resolve("expected.tsv");
  }

  /**
   * The options of a client for its run and its numbers.
   *
   * @param starts how often it was started before
   */
  List<String> clientOptions(int starts) {
    String result = directory.resolve("client-" + starts + JSON).toString();
    List<String> options = new ArrayList<>(List.of("--run-id", runId, "--json", result));
    if (starts > 0) {
      options.add("--resume");
    }
    return options;
  }

  /** The numbers of all clients that have ended by themselves. */
  public List<Path> clientResults() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(JSON)).toList();
    }
  }

  /** Whether counts are the oracle's, byte for byte; those of hostile clients are left out. */
  public boolean areExact(Proof proof) throws IOException {
    return Files.exists(proof.dump()) && proof.isExact(expected(), OF_HOSTILE_CLIENTS);
  }
}
