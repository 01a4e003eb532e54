package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;

/** The finished jar on a real RabbitMQ, without faults. */
class ConsumerIT extends OnRealQueue {

  @Test
  void countsEachLineOnceAndEndsWhenTheQueueStaysEmpty() throws Exception {
    publishLines(0, LINES);
    try (ChildProcess consumer = consumer("--until-idle", "1")) {
      assertExact(consumer, LINES);
      assertThat(consumer.out()).contains("duplicates=134").contains("dead=0");
      assertThat(consumer.out()).startsWith("lines=400 words=800 distinct=11\n400\tall\n40\tw0\n");
    }
  }

  @Test
  void endsWithZeroOnSigtermAndLeavesNothingUnacked() throws Exception {
    try (ChildProcess consumer = consumer("--commit-interval", "60000")) {
      consumer.awaitErr("consuming from");
      publishLines(0, LINES);
      awaitDelivered();
      long begin = System.nanoTime();
      consumer.signal("TERM");
      assertExact(consumer, LINES);
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
    }
  }

  @Test
  void aFullStandardOutputIsAFailureThatIsToldOf() throws Exception {
    ProcessBuilder help = Java.jar(Path.of("target", "consumer.jar"), List.of(), "--help");
    Path err = temp.resolve("err");
    help.redirectOutput(new File("/dev/full")).redirectError(err.toFile());

    assertThat(help.start().waitFor()).isEqualTo(1);
    assertThat(err)
        .hasContent("consumer: standard output cannot be written: No space left on device");
  }
}
