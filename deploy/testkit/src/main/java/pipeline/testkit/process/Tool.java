package pipeline.testkit.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A program of the machine that is run for a moment, such as {@code mount}. */
public final class Tool {
  private static final long LIMIT_SECONDS = 60;

  private Tool() {}

  /** Runs a program in our own environment. */
  public static String run(String... command) throws IOException {
    return run(Map.of(), List.of(command));
  }

  /**
   * Runs a program and waits.
   *
   * @param environment added to our own
   * @return what it wrote, both streams
   * @throws IOException it is missing, takes over a minute, or ends with another status than 0; the
   *     message holds what it wrote
   */
  public static String run(Map<String, String> environment, List<String> command)
      throws IOException {
    Path output = Files.createTempFile("tool", ".out");
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().putAll(environment);
      Process process = builder.redirectOutput(output.toFile()).start();
      if (!ended(process)) {
        throw new IOException(command + " took over " + LIMIT_SECONDS + " s");
      }
      String text = Files.readString(output, StandardCharsets.UTF_8);
      if (process.exitValue() != 0) {
        throw new IOException(command + " ended with " + process.exitValue() + ": " + text);
      }
      return text;
    } finally {
      Files.delete(output);
    }
  }

  /** Waits without being interruptible: a half-done {@code umount} would be worse than the wait. */
  private static boolean ended(Process process) {
    try {
      process.onExit().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
      return true;
    } catch (CompletionException e) {
      process.destroyForcibly();
      return false;
    }
  }
}
