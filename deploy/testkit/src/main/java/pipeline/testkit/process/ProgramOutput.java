package pipeline.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * The files that a program writes to, by all of its starts.
 *
 * @param err may be {@code out}; empty if errors are shown with ours
 */
record ProgramOutput(Path out, Optional<Path> err) {
  private static final int SHOWN_LINES = 15;

  private boolean isOne() {
    return err.equals(Optional.of(out));
  }

  /** Has a program write to these files, after what is there. */
  void redirect(ProcessBuilder builder) {
    builder.redirectOutput(Redirect.appendTo(out.toFile()));
    if (isOne()) {
      builder.redirectErrorStream(true);
    } else {
      builder.redirectError(
          err.map(file -> Redirect.appendTo(file.toFile())).orElse(Redirect.INHERIT));
    }
  }

  void append(String line) throws IOException {
    Files.writeString(out, line + "\n", StandardOpenOption.APPEND);
  }

  String toOut() {
    return read(out);
  }

  String toErr() {
    return err.map(ProgramOutput::read).orElse("");
  }

  String all() {
    return isOne() ? toOut() : toOut() + toErr();
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is said of a failure of the program after what it did. */
  String where() {
    return "; its log is " + err.orElse(out);
  }

  List<String> lastLines() {
    List<String> lines = all().lines().toList();
    return lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size());
  }
}
