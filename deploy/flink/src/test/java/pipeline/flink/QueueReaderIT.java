package pipeline.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.GetResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.testkit.rabbit.OnPrivateRabbit;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.WordCountFormat;

@Timeout(60)
class QueueReaderIT extends OnPrivateRabbit {
  private static final WordCountFormat WORDS = new WordCountFormat();

  private final Taken taken = new Taken(new ArrayList<>());

  @Test
  void aMessageIsAckedOnceACheckpointIsCompleteThatBeganAfterIt() throws Exception {
    JobSettings settings = settings("acks");
    try (Messages messages = Messages.to(rabbit, settings.topology())) {
      messages.send(WORDS, 0, List.of(Map.of("a", 1)));
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

  @Test
  void propertiesThatTheLibraryCannotReadEndNoConnection() throws Exception {
    JobSettings settings = settings("unreadable");
    Topology topology = settings.topology();
    Map<String, Object> deep = Map.of();
    for (int i = 0; i < 40; i++) {
      deep = Map.of("in", deep);
    }
    try (Messages messages = Messages.to(rabbit, topology)) {
      messages
          .channel()
          .basicPublish(
              topology.exchange(),
              topology.routingKey(0),
              new BasicProperties.Builder().headers(deep).build(),
              new byte[] {1});
      messages.send(WORDS, 0, List.of(Map.of("a", 1)));

      QueueReader reader = reader(settings);
      awaitPart(reader);
      reader.close();
      GetResponse dead = messages.channel().basicGet(topology.deadQueue(), true);
      assertThat(dead.getBody()).containsExactly(1);
      assertThat(dead.getProps().getHeaders().get("reason") + "").contains("cannot be read");
    }
  }

  private static JobSettings settings(String queue) {
    return new JobSettings(
        Map.of("RABBITMQ_URL", rabbit.url(), "QUEUE", queue, "COUNTS", "unused"));
  }

  private static QueueReader reader(JobSettings settings) {
    QueueReader reader = new QueueReader(settings);
    reader.addSplits(List.of(new QueueSource.Split(settings.topology().queue())));
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
