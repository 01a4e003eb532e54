package pipeline.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.testkit.rabbit.OnPrivateRabbit;
import pipeline.wire.codec.WordCountFormat;

/** A message stays at the broker until a checkpoint has it. */
@Timeout(180)
class QueueReaderIT extends OnPrivateRabbit {
  private static final WordCountFormat WORDS = new WordCountFormat();

  private final List<Part> taken = new ArrayList<>();

  @Test
  void aMessageIsAckedOnceACheckpointIsCompleteThatBeganAfterIt() throws Exception {
    JobSettings settings =
        new JobSettings(Map.of("RABBITMQ_URL", rabbit.url(), "QUEUE", "acks", "COUNTS", "unused"));
    try (Messages messages = Messages.to(rabbit, settings.topology())) {
      messages.send(WORDS, 0, List.of(Map.of("a", 1)));
      QueueReader failed = reader(settings);
      failed.snapshotState(1);
      awaitPart(failed);
      failed.notifyCheckpointComplete(1);
      failed.snapshotState(2);
      failed.close();
      await().atMost(Messages.SOON).until(() -> messages.channel().messageCount("acks") == 1);

      QueueReader good = reader(settings);
      awaitPart(good);
      good.snapshotState(3);
      good.notifyCheckpointComplete(3);
      messages.awaitAcked(rabbit);
      good.close();
      assertThat(messages.channel().messageCount("acks")).isZero();
    }
  }

  private static QueueReader reader(JobSettings settings) {
    QueueReader reader = new QueueReader(settings);
    reader.addSplits(List.of(new QueueSource.Split(settings.topology().queue())));
    return reader;
  }

  @SuppressWarnings("unchecked") // the proxy is of the raw type
  private void awaitPart(QueueReader reader) throws Exception {
    ReaderOutput<Part> output =
        (ReaderOutput<Part>)
            Proxy.newProxyInstance(
                ReaderOutput.class.getClassLoader(),
                new Class<?>[] {ReaderOutput.class},
                (self, method, args) -> {
                  taken.add((Part) args[0]);
                  return null;
                });
    int before = taken.size();
    while (taken.size() == before) {
      reader.isAvailable().get();
      reader.pollNext(output);
    }
  }
}
