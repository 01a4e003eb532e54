package pipeline.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.GetResponse;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.publish.OnRealBroker;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.identity.Partitions;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.workload.SwipeFormat;

/** Lines and ends in the queues of several partitions, of which there is one number. */
class PartitionsIT extends OnRealBroker {
  private static final int BLOCK = 1 << 16;

  @ParameterizedTest
  @CsvSource({"classic, group", "quorum, group", "classic, per-request"})
  void aRequestAcrossBlocksIsInTheQueuesOfBothAndIsAnsweredOnce(String type, String publish)
      throws Exception {
    Partitions four = new Partitions(4);
    List<RequestKey> before = keys(new RequestKey(KEY.run(), BLOCK - 2), 2);
    List<RequestKey> after = keys(new RequestKey(KEY.run(), BLOCK), 3);
    try (RunningServer server =
        upServer("PARTITIONS", "4", "QUEUE_TYPE", type, "PUBLISH", publish)) {
      server
          .postLines(before.get(0), "a\n".repeat(5))
          .hasStatus(200)
          .hasBody("{\"lines\":5,\"words\":5}");
      server.post(new RunEnd(KEY.run(), 9)).hasStatus(200);
    }
    for (int partition = 0; partition < 4; partition++) {
      List<RequestKey> expected =
          partition == four.of(KEY.run(), 0)
              ? before
              : partition == four.of(KEY.run(), BLOCK) ? after : List.of();
      assertThat(keysIn(queue + "." + partition)).containsExactlyInAnyOrderElementsOf(expected);
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

  @Timeout(60)
  @ParameterizedTest
  @CsvSource({
    "wordcount,  classic, 4, 2, ''",
    "wordcount,  classic, 1, 4, ''",
    "lift-rides, quorum,  4, 3, ''",
    "swipes,     classic, 1, 2, .counts",
  })
  void anotherNumberThanTheQueuesHaveEndsTheServerAndNamesBoth(
      String workload, String type, String theirs, String ours, String suffix) throws Exception {
    upServer("WORKLOAD", workload, "QUEUE_TYPE", type, "PARTITIONS", theirs).close();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        MainTest.run(
            Map.of(
                "WORKLOAD", workload,
                "QUEUE", queue,
                "QUEUE_TYPE", type,
                "PARTITIONS", ours,
                "RABBITMQ_URL", rabbit.url(),
                "SERVER_PORT", "0"),
            new CountDownLatch(1),
            OutputStream.nullOutputStream(),
            err);
    assertThat(status).isEqualTo(Main.BAD_INPUT);
    assertThat(err.toString(UTF_8))
        .startsWith(
            "PARTITIONS is " + ours + ", but " + queue + suffix + " has " + theirs + " at the")
        .hasLineCount(1);
  }
}
