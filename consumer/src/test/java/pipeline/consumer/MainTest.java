package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.consumer.store.file.StateDirectory;

/** Whatever ends the program ends it with the exit status and the one line that are promised. */
@Timeout(120)
class MainTest {
  private static final Map<String, String> NO_BROKER =
      Map.of("RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:1");

  @TempDir private Path temp;
  private final CountDownLatch stop = new CountDownLatch(1);
  private Ended ended;

  private int run(Map<String, String> env, String... args) {
    ended = Ended.run(env, stop, args);
    return ended.status();
  }

  private void assertOneErrorLine(String part) {
    assertThat(ended.err())
        .startsWith("consumer: ")
        .contains(part)
        .doesNotContain("secret")
        .hasLineCount(1);
    assertThat(ended.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'', none, THREADS",
    "'', 1 --store redis://host:x, --store is not of the form",
    "'', 1 --workload skiing, '--workload is ''skiing'', but must be one of wordcount, lift-rides'",
    "RABBITMQ_URL=http://u:secret@x, 1, RABBITMQ_URL",
    "'', 1 --store redis, --store redis needs REDIS_URL",
    "QUEUE_TYPE=quorum, 1 --design reference, --design reference has no QUEUE_TYPE but classic",
    "PARTITIONS=2, 1 --design reference, --design reference has no PARTITIONS but 1",
    "REDIS_URL=redis://u:secret@host:x, 1 --store redis, REDIS_URL is not of the form",
  })
  void aBadArgumentOrSettingEndsWithOneLine(String setting, String line, String named) {
    String[] both = setting.split("=", 2);
    Map<String, String> env = setting.isEmpty() ? Map.of() : Map.of(both[0], both[1]);
    assertThat(run(env, line.split(" "))).isEqualTo(2);
    assertOneErrorLine(named);
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis://u:secret@host", "rediss://:secret@host/1", "redis://secret@h:x"})
  void aPasswordInTheCommandLineEndsWithOneLineThatDoesNotShowIt(String store) {
    assertThat(run(Map.of("REDIS_URL", "redis://host"), "1", "--store", store)).isEqualTo(2);
    assertOneErrorLine("--store must hold no user and password: put the URL in REDIS_URL");
  }

  @Test
  void theStoreOfTheEnvironmentIsTheOneThatIsUsed() {
    stop.countDown();
    Map<String, String> env = Map.of("REDIS_URL", "redis://u:secret@127.0.0.1:1");
    assertThat(run(env, "1", "--store", "redis")).isEqualTo(1);
    assertOneErrorLine("redis://127.0.0.1:1: Connection refused");
  }

  @Test
  void whatIsComplainedAboutDoesNotReachTheTerminalAsItIs() {
    String name = "no\nsuch\u001b]0;title\u0007dir";
    assertThat(run(Map.of(), "1", "--dump", temp.resolve(name).resolve("d").toString()))
        .isEqualTo(2);
    assertOneErrorLine("no?such?]0;title?dir");
  }

  @Test
  void aSecondConsumerOnTheSameStateRefusesToStart() throws Exception {
    try (StateDirectory first = StateDirectory.open(temp.resolve("state"))) {
      assertThat(run(Map.of(), "1", "--state", first.toString())).isEqualTo(2);
      assertOneErrorLine("in use by another consumer");
    }
  }

  @Test
  void theReferenceDesignEndsWithOneLineWithoutABroker() {
    assertThat(run(NO_BROKER, "1", "--design", "reference")).isEqualTo(1);
    assertThat(ended.err()).contains("consumer: cannot consume: ").doesNotContain("\tat ");
  }

  @Test
  void stopsWithoutABroker() {
    stop.countDown();
    assertThat(run(NO_BROKER, "1", "--dump", temp.resolve("d").toString(), "--report")).isZero();
    assertThat(temp.resolve("d")).isEmptyFile();
    assertThat(ended.out())
        .startsWith("lines=0 words=0 distinct=0\n")
        .endsWith(
            "total runs=0 lines=0 gaps=0 duplicates=0 redelivered=0 dead=0 missing=0 open=0\n");
    assertThat(ended.err()).contains("end with the process");
  }
}
