package pipeline.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.testkit.rabbit.OnPrivateRabbit;
import pipeline.wire.codec.WordCountFormat;

@Timeout(60)
class QueueReaderIT extends OnPrivateRabbit {
  private final Taken taken = new Taken(new ArrayList<>());

  @Test
  void aMessageIsAckedOnceACheckpointIsCompleteThatBeganAfterIt() throws Exception {
    JobSettings settings =
        new JobSettings(Map.of("RABBITMQ_URL", rabbit.url(), "QUEUE", "acks", "COUNTS", "unused"));
    try (Messages messages = Messages.to(rabbit, settings.topology())) {
      messages.send(new WordCountFormat(), 0, List.of(Map.of("a", 1)));
      QueueReader failed = reader(settings);
      failed.snapshotState(1);
      awaitPart(failed);
      failed.notifyCheckpointComplete(1);
      failed.snapshotState(2);
      failed.close();
      await().until(() -> messages.channel().messageCount("acks") == 1);

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
    reader.addSplits(List.of(new QueueSource.Split("acks")));
    return reader;
  }

  private void awaitPart(QueueReader reader) throws Exception {
    int before = taken.parts().size();
    while (taken.parts().size() == before) {
      reader.isAvailable().get();
      reader.pollNext(taken);
    }
  }

  /** Keeps what a reader hands over. */
  private record Taken(List<Part> parts) implements ReaderOutput<Part> {
    @Override
    public void collect(Part part) {
      parts.add(part);
    }

    @Override
    public void collect(Part part, long timestamp) {
      collect(part);
    }

    @Override
    public void emitWatermark(Watermark watermark) {}

    @Override
    public void markIdle() {}

    @Override
    public void markActive() {}

    @Override
    public SourceOutput<Part> createOutputForSplit(String split) {
      return this;
    }

    @Override
    public void releaseOutputForSplit(String split) {}
  }
}
