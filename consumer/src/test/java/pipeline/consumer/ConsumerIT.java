package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.GetResponse;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.consumer.amqp.OnRealQueue;
import pipeline.consumer.store.Entries;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;
import pipeline.wire.codec.JavaMapCodec;

/** The finished jar on a real RabbitMQ on a calm day. */
class ConsumerIT extends OnRealQueue {

  @Test
  void countsEachLineOnceAndEndsWhenTheQueueStaysEmpty() throws Exception {
    publishLines(0, LINES);
    try (ChildProcess consumer = consumer("", "--until-idle", "1")) {
      assertExact(consumer, LINES);
      assertThat(consumer.out()).contains("duplicates=134").contains("dead=0");
      assertThat(consumer.out()).startsWith("lines=400 words=800 distinct=11\n400\tall\n40\tw0\n");
    }
  }

  @Test
  void endsWithZeroOnSigtermAndLeavesNothingUnacked() throws Exception {
    try (ChildProcess consumer = consumer("", "--commit-interval", "60000")) {
      consumer.awaitErr("consuming from");
      publishLines(0, LINES);
      await().atMost(SOON).until(() -> ready() == 0);
      long begin = System.nanoTime();
      consumer.signal("TERM");
      assertExact(consumer, LINES);
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
    }
  }

  @Test
  void javaMapsAreReadOnlyWhenAccepted() throws Exception {
    BasicProperties properties =
        new BasicProperties.Builder()
            .contentType(JavaMapCodec.CONTENT_TYPE)
            .headers(Map.of(JavaMapCodec.KEY_HEADER, Entries.RUN + "-0"))
            .build();
    byte[] body = new JavaMapCodec().encode(Map.of("a", 2));
    publish(properties, List.of(body, body));
    try (ChildProcess consumer = consumer("", "--accept-java", "--until-idle", "1")) {
      assertThat(consumer.await()).isZero();
      assertThat(dump).hasContent("2\ta\n");
    }
    publish(properties, List.of(body));
    try (ChildProcess consumer = consumer("", "--until-idle", "1")) {
      assertThat(consumer.await()).isZero();
      assertThat(consumer.out()).contains("dead=1");
    }
    assertThat(Files.readString(dump)).isEqualTo("2\ta\n");
    GetResponse dead = takeDead().get(0);
    assertThat(dead.getProps().getContentType()).isEqualTo(JavaMapCodec.CONTENT_TYPE);
    assertThat(dead.getProps().getHeaders().get(JavaMapCodec.KEY_HEADER))
        .hasToString(Entries.RUN + "-0");
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
