package pipeline.client.cli;

import static pipeline.client.input.BadInputException.refuseIf;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.client.input.BadInputException;
import pipeline.wire.process.OutputFile;

/** The files that a command line names, none of which is written twice, or read and replaced. */
final class NamedFiles {
  private static final String INPUT = "FILE";

  /** What each file is to the command. */
  private final Map<Path, String> taken = new LinkedHashMap<>();

  /**
   * @param inputs the files that are read
   */
  NamedFiles(List<String> inputs) {
    for (String input : inputs) {
      taken.putIfAbsent(Path.of(input), taken.isEmpty() ? INPUT : INPUT + " " + (taken.size() + 1));
    }
  }

  /**
   * Checks that a file can be written, so that the user learns of it before the run.
   *
   * @param file null if the option was not given
   */
  Optional<OutputFile> output(String option, Path file) {
    if (file == null) {
      return Optional.empty();
    }
    OutputFile output = BadInputException.checked(() -> OutputFile.named(option, file));
    for (Map.Entry<Path, String> other : taken.entrySet()) {
      boolean isOutput = !other.getValue().startsWith(INPUT);
      boolean isSame = isOutput && output.takesStandardOutput() && file.equals(other.getKey());
      refuseIf(
          isSame || output.replaces(other.getKey()),
          option + " " + output + ": is the file of " + other.getValue() + " too");
    }
    taken.put(file, option);
    return Optional.of(output);
  }
}
