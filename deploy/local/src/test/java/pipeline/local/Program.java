package pipeline.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One of the finished programs as a process of its own, its output in files. Killed when closed, if
 * it has not ended before.
 */
final class Program implements AutoCloseable {
  private static final Path ROOT = Path.of("../..");

  private final String name;
  private final Process process;
  private final Path out;
  private final Path err;

  /** Starts {@code command} with {@code environment} on top of ours. */
  Program(String name, Path directory, Map<String, String> environment, List<String> command)
      throws IOException {
    this.name = name;
    this.out = directory.resolve(name + ".out");
    this.err = directory.resolve(name + ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().putAll(environment);
    this.process = builder.start();
  }

  /** The command that runs {@code module}'s fat jar in a small heap. */
  static List<String> jar(String module, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.add("-jar");
    command.add(ROOT.resolve(module).resolve("target").resolve(module + ".jar").toString());
    command.addAll(List.of(args));
    return command;
  }

  static Path testdata(String file) {
    return ROOT.resolve("testdata").resolve(file);
  }

  /** Asks it to end (SIGTERM) and returns its exit code. */
  int stop(int seconds) throws IOException, InterruptedException {
    process.destroy();
    return exitCode(seconds);
  }

  /** Its exit code, once it has ended by itself. */
  int exitCode(int seconds) throws IOException, InterruptedException {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      throw new AssertionError(name + " still runs after " + seconds + " s: " + log());
    }
    return process.exitValue();
  }

  String out() throws IOException {
    return Files.readString(out);
  }

  String err() throws IOException {
    return Files.readString(err);
  }

  /** All it said, for messages. */
  String log() throws IOException {
    return out() + err();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }
}
