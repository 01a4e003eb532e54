package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.GetResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.RunningServer;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.Partitions;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.workload.SwipeFormat;

/** Lines and ends in the queues of several partitions. */
class PartitionsIT extends OnRealBroker {
  private static final int BLOCK = 1 << 16;

  /** What a queue holds: the first number and the number of lines of each entry. */
  private static List<String> entries(String name) throws Exception {
    return entriesIn(name, new WordCountFormat()).stream()
        .map(entry -> entry.key().seq() + "+" + entry.count())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"classic, group", "quorum, group", "classic, per-request"})
  void aRequestAcrossBlocksIsInTheQueuesOfBothAndIsAnsweredOnce(String type, String publish)
      throws Exception {
    RequestKey key = new RequestKey(KEY.run(), BLOCK - 2);
    Partitions four = new Partitions(4);
    int first = four.of(KEY.run(), 0);
    int second = four.of(KEY.run(), BLOCK);
    String body = "a\n".repeat(5);
    try (RunningServer server =
        upServer("PARTITIONS", "4", "QUEUE_TYPE", type, "PUBLISH", publish)) {
      server.postLines(key, body).hasStatus(200).hasBody("{\"lines\":5,\"words\":5}");
      server.post(new RunEnd(KEY.run(), 9)).hasStatus(200);
    }
    for (int partition = 0; partition < 4; partition++) {
      List<String> entries = entries(queue + "." + partition);
      if (publish.equals("group")) {
        assertThat(entries)
            .isEqualTo(
                partition == first
                    ? List.of((BLOCK - 2) + "+2")
                    : partition == second ? List.of(BLOCK + "+3") : List.of());
      } else {
        assertThat(entries).hasSize(partition == first ? 2 : partition == second ? 3 : 0);
      }
    }
  }

  @Test
  void anEndIsInEachQueueOfItsWorkloadWhichAreDividedAlike() throws Exception {
    RunEnd end = new RunEnd(KEY.run(), RunEnd.MAX_LINES);
    String part = "." + new Partitions(3).of(end);
    try (RunningServer server = upServer("WORKLOAD", "swipes", "PARTITIONS", "3")) {
      server.post(end).hasStatus(200);
    }
    for (String each : List.of(queue + ".counts" + part, queue + ".matches" + part)) {
      GetResponse message = onChannel(channel -> channel.basicGet(each, true));
      assertThat(new BatchDecoder<>(new SwipeFormat()).decodeEach(message.getBody()).ends())
          .containsExactly(end);
    }
  }
}
