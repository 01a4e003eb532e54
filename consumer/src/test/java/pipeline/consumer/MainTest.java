package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
  private static final Map<String, String> NO_BROKER =
      Map.of("RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:1");

  @TempDir private Path temp;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CountDownLatch stop = new CountDownLatch(1);

  private int run(Map<String, String> env, String... args) {
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    return Main.run(args, env, console, stop);
  }

  private void assertOneErrorLine(String part) {
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("consumer: ")
        .contains(part)
        .hasLineCount(1);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void helpIsPrinted() {
    assertThat(run(Map.of(), "--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("THREADS").contains("RABBITMQ_URL");
  }

  @Test
  void badArgumentsEndWithOneLine() {
    assertThat(run(Map.of(), "none")).isEqualTo(2);
    assertOneErrorLine("THREADS");
  }

  @Test
  void aBadSettingEndsWithOneLineWithoutThePassword() {
    assertThat(run(Map.of("RABBITMQ_URL", "http://u:secret@x"), "1")).isEqualTo(2);
    assertOneErrorLine("RABBITMQ_URL");
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("secret");
  }

  @Test
  void aBadStoreEndsWithOneLineWithoutThePassword() {
    assertThat(run(Map.of(), "1", "--store", "redis://u:secret@host:x")).isEqualTo(2);
    assertOneErrorLine("--store is not of the form");
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("secret");
  }

  @Test
  void anUnknownWorkloadEndsWithOneLine() {
    assertThat(run(Map.of(), "1", "--workload", "skiing")).isEqualTo(2);
    assertOneErrorLine("--workload is 'skiing', but must be one of wordcount, lift-rides");
  }

  @Test
  void javaMapsAreOfWordsOnly() {
    assertThat(run(Map.of(), "1", "--workload", "lift-rides", "--accept-java")).isEqualTo(2);
    assertOneErrorLine("--accept-java is not for --workload lift-rides");
  }

  @Test
  @Timeout(20)
  void aStoreThatIsAwayIsWaitedForUntilStopped() {
    stop.countDown();
    assertThat(run(NO_BROKER, "1", "--store", "redis://127.0.0.1:1")).isEqualTo(1);
    assertOneErrorLine("redis://127.0.0.1:1: Connection refused");
  }

  @Test
  void aBadStateDirectoryEndsWithOneLine() throws Exception {
    Path file = Files.createFile(temp.resolve("file"));
    assertThat(run(Map.of(), "1", "--state", file.toString())).isEqualTo(2);
    assertOneErrorLine("--state " + file);
  }

  @Test
  @Timeout(20)
  void stopsWithoutABroker() {
    stop.countDown();
    assertThat(run(NO_BROKER, "1", "--dump", temp.resolve("d").toString(), "--report")).isZero();
    assertThat(temp.resolve("d")).isEmptyFile();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("lines=0 words=0 distinct=0\n")
        .endsWith("total runs=0 lines=0 gaps=0 duplicates=0 redelivered=0 dead=0\n");
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("a kill forgets them");
  }
}
