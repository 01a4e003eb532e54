package pipeline.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.client.http.StubServer;
import pipeline.client.load.StopSignal;
import pipeline.wire.process.Console;

/** Runs the whole program within the test's process and keeps what it prints, of all its runs. */
@Timeout(60)
abstract class WholeProgram {
  final Map<String, String> env = new HashMap<>();
  @TempDir Path dir;
  final StubServer server = new StubServer();

  /** Stops the latest run. */
  volatile StopSignal stop;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void writeFile() throws IOException {
    write("a\nb\n\nc\nd\ne\n");
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  /** Writes the file that is {@code FILE} among the arguments. */
  Path write(String text) throws IOException {
    return Files.writeString(dir.resolve("lines.txt"), text);
  }

  /**
   * Runs against a server.
   *
   * @param arguments with blanks between them, as {@link #arguments} takes them
   */
  int run(StubServer server, String arguments) {
    return run((arguments + " --url " + server.url()).split(" ", -1));
  }

  int run(String... arguments) {
    stop = new StopSignal();
    return Main.run(arguments(arguments), env, console(), stop);
  }

  Console console() {
    return new Console(
        "client", new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);
  }

  /** The arguments as the program gets them, with names in the test's folder {@code DIR}. */
  String[] arguments(String... texts) {
    return Stream.of(texts)
        .map(text -> text.replace("FILE", "DIR/lines.txt").replace("DIR", dir.toString()))
        .toArray(String[]::new);
  }

  String out() {
    return out.toString(UTF_8);
  }

  String err() {
    return err.toString(UTF_8);
  }

  /** What was told on stderr beside the runs' names. */
  List<String> told() {
    return err().lines().filter(line -> !line.startsWith("run ")).toList();
  }

  /** The first line on stderr names the run. */
  String runId() {
    return err().lines().findFirst().orElseThrow().substring("run ".length());
  }

  /** The keys of the run's first requests, if each has one line. */
  List<String> keys(int number) {
    return IntStream.range(0, number).mapToObj(i -> runId() + "-" + i).toList();
  }
}
