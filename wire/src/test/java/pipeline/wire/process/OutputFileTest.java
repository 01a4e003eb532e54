package pipeline.wire.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.Failable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;
import pipeline.testkit.process.Tool;

/**
 * A named file is replaced as a whole or not at all; what is no file is written through. A program
 * whose standard output is lost says so and fails; one whose reader has enough does neither.
 */
@Timeout(60)
class OutputFileTest {
  @TempDir private Path dir;

  @Test
  void theOldFileStaysUntilTheNewOneIsComplete() throws Exception {
    Path file = Files.writeString(dir.resolve("a.csv"), "old");
    named(dir.resolve("new")); // the check changes nothing
    try (OutputFile.Draft draft = named(file).open()) {
      draft.write("new".getBytes(UTF_8));
      assertThat(file).hasContent("old");
      Path unfinished = OutputFile.unfinished(file).orElseThrow();
      assertThat(unfinished).hasContent("new");
      draft.commit();
    }
    assertThat(file).hasContent("new");
    assertThat(OutputFile.unfinished(file)).isEmpty();
    assertThat(files()).containsExactly(file);
  }

  @Test
  void aWriterThatFailsLeavesTheOldFileAndNothingBeside() throws Exception {
    Path file = Files.writeString(dir.resolve("a.csv"), "old");
    assertThatThrownBy(
            () ->
                named(file)
                    .write(
                        out -> {
                          out.write(1);
                          throw new IOException("No space left on device");
                        }))
        .hasMessage("No space left on device");
    assertThat(file).hasContent("old");
    assertThat(files()).containsExactly(file);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLinkStaysALinkToTheNewFile(boolean old) throws Exception {
    Path target = Files.createDirectory(dir.resolve("d")).resolve("t");
    if (old) {
      Files.writeString(target, "old");
    }
    Path link = Files.createSymbolicLink(dir.resolve("link"), Path.of("d/t"));
    Path far = Files.createSymbolicLink(dir.resolve("far"), Path.of("link"));
    named(far).write(out -> out.write('n'));
    assertThat(target).isRegularFile().hasContent("n");
    assertThat(link).isSymbolicLink();
    assertThat(far).isSymbolicLink();
    assertThat(target.getParent()).isDirectoryContaining(target::equals);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "rw-rw-rw-", "rwxr-x---", ""})
  void aFileKeepsItsRightsAndANewOneHasThoseOfAnyNewFile(String rights) throws Exception {
    Path file = dir.resolve("a");
    Path other = Files.createFile(dir.resolve("other"));
    if (!rights.isEmpty()) {
      Files.setPosixFilePermissions(other, PosixFilePermissions.fromString(rights));
      Files.copy(other, file, StandardCopyOption.COPY_ATTRIBUTES);
    }
    named(file).write(out -> out.write('n'));
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(Files.getPosixFilePermissions(other));
  }

  @Test
  void aPipeIsWrittenThroughAndWaitedForOnlyWhenOpened() throws Exception {
    Path pipe = dir.resolve("pipe");
    Tool.run(Map.of(), List.of("mkfifo", pipe.toString()));
    OutputFile file = named(pipe);
    CompletableFuture<String> read =
        CompletableFuture.supplyAsync(Failable.asSupplier(() -> Files.readString(pipe)));
    file.write(out -> out.write('n'));
    assertThat(read.get()).isEqualTo("n");
    assertThat(Files.readAttributes(pipe, "isOther", LinkOption.NOFOLLOW_LINKS))
        .containsEntry("isOther", true);
    assertThat(files()).containsExactly(pipe);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/proc/thread-self/fd/1", "link"})
  void standardOutputIsWrittenThroughAlsoWhenItIsAFile(String name) throws Exception {
    Files.createSymbolicLink(dir.resolve("link"), Path.of("/dev/stdout"));
    String file = dir.resolve(name).toString();
    try (ChildProcess program =
        ChildProcess.startApart("program", Java.main(Program.class, file), dir)) {
      assertThat(program.await()).isZero();
      assertThat(program.err()).isEmpty();
      assertThat(program.out()).isEqualTo("before\ncontent\nafter\n");
    }
  }

  /** Writes a document between two lines on its console. */
  public static final class Program {
    public static void main(String[] args) throws IOException {
      Console console = Console.system("program");
      PrintStream out = console.out();
      out.println("before");
      OutputFile.named("--dump", Path.of(args[0]))
          .write(document -> document.write("content\n".getBytes(UTF_8)));
      out.println("after");
      System.exit(console.ended(0));
    }
  }

  @Test
  void whatCannotBeWrittenIsRefusedWithOptionNameAndCause() throws Exception {
    Path file = Files.createFile(dir.resolve("file"));
    refused(dir, "is a directory, not a file");
    refused(Path.of("/"), "is a directory, not a file");
    refused(Path.of(".."), "is a directory, not a file");
    refused(dir.resolve("no/a"), "no such folder");
    refused(file.resolve("a"), "Not a directory");
    refused(dir.resolve("a".repeat(256)), "File name too long");
    refused(Path.of("/proc/a"), "takes no new file");
    refused(Path.of(""), "names no file");
    assertThatThrownBy(() -> named(dir.resolve("a\rb")))
        .hasMessage("--dump " + dir + "/a?b: control characters are not allowed in a name");
  }

  @Test
  void aNameOfAnyLengthThatTheSystemTakesIsWritten() throws Exception {
    for (String name : List.of("a".repeat(255), "\ud83d\ude00".repeat(63))) {
      Path file = dir.resolve(name);
      named(file).write(out -> out.write('n'));
      assertThat(file).hasContent("n");
    }
  }

  private static void refused(Path file, String cause) {
    assertThatThrownBy(() -> named(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--dump " + file + ": " + cause);
  }

  private static OutputFile named(Path file) {
    return OutputFile.named("--dump", file);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files.toList();
    }
  }

  /** Prints more than a pipe holds, and ends with its argument as exit code. */
  public static final class Printer {
    public static void main(String[] args) {
      Console console = Console.system("program");
      for (int i = 0; i < 20_000; i++) {
        console.out().println(i);
      }
      System.exit(console.ended(Integer.parseInt(args[0])));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "::",
      value = {
        "0   :: \"$@\" > /dev/full :: 1 :: program: standard output cannot be written: No space.*",
        "130 :: \"$@\" > /dev/full :: 130 :: program: standard output cannot be written: No"
            + " space.*",
        "0   :: \"$@\" >&- :: 1 :: program: standard output cannot be written: .*",
        "0   :: { \"$@\"; echo \"code $?\" >&2; } | head -1 :: 0 :: code 0"
      })
  void whatCannotBePrintedIsOneLineAndNoSuccess(int code, String how, int exit, String said)
      throws Exception {
    ProcessBuilder java = Java.main(Printer.class, Integer.toString(code));
    List<String> command = new ArrayList<>(List.of("sh", "-c", how, "sh"));
    command.addAll(java.command());
    try (ChildProcess program = ChildProcess.startApart("program", java.command(command), dir)) {
      assertThat(program.await()).isEqualTo(exit);
      assertThat(program.err()).hasLineCount(1);
      assertThat(program.err().strip()).matches(said);
    }
  }
}
