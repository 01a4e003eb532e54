package pipeline.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.server.Logged;
import pipeline.server.RunningServer;
import pipeline.server.http.PostingClients;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.identity.RunEnd;

/** The messages in a real queue after a confirmed line. */
class PublishedMessagesIT extends OnRealBroker {

  @Test
  void aConfirmedLineIsInTheQueueUnderItsKey() throws Exception {
    try (RunningServer server = upServer()) {
      HttpResponse<String> answer = server.post(KEY, "b a b");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("{\"message\":2}");
      try (Connection connection = rabbit.connect();
          Channel channel = connection.createChannel()) {
        GetResponse message = channel.basicGet(queue, true);
        assertThat(message.getProps().getDeliveryMode()).isEqualTo(2);
        assertThat(message.getProps().getContentType()).isEqualTo("application/json");
        assertThat(new BatchDecoder<>(new WordCountFormat()).decode(message.getBody()))
            .containsExactly(Entry.single(KEY, Map.of("a", 1, "b", 2)));
      }
    }
  }

  @Test
  void aQueueThatNeedNotOutliveTheBrokerIsDeclaredSo() throws Exception {
    try (Logged log = new Logged();
        RunningServer server = upServer("DURABLE", "off")) {
      assertThat(log.lines())
          .anyMatch(line -> line.startsWith("WARN PipelineListener: DURABLE=off: "));
      assertThat(server.post(KEY, "b a b").statusCode()).isEqualTo(200);
      try (Connection connection = rabbit.connect();
          Channel channel = connection.createChannel()) {
        // the broker refuses this unless the existing queue is transient too
        assertThat(channel.queueDeclare(queue, false, false, false, null).getMessageCount())
            .isEqualTo(1);
      }
    }
  }

  @Test
  void aConfirmedEndIsInEveryQueueOfTheWorkload() throws Exception {
    RunEnd end = new RunEnd(KEY.run(), RunEnd.MAX_LINES);
    try (RunningServer server = upServer("WORKLOAD", "swipes")) {
      assertThat(server.post(end).statusCode()).isEqualTo(200);
    }
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      for (String each : new String[] {queue + ".counts", queue + ".matches"}) {
        GetResponse message = channel.basicGet(each, true);
        assertThat(message.getProps().getDeliveryMode()).isEqualTo(2);
        assertThat(message.getProps().getContentType()).isEqualTo("application/json");
        assertThat(new BatchDecoder<>(new WordCountFormat()).decodeEach(message.getBody()).ends())
            .containsExactly(end);
      }
    }
  }

  @Test
  void groupCommitSendsFewerMessagesThanLinesAndPerRequestAsMany() throws Exception {
    for (String publish : new String[] {"group", "per-request"}) {
      nameQueue();
      try (RunningServer server = upServer("PUBLISH", publish)) {
        PostingClients clients = new PostingClients(server, CLIENTS);
        await().atMost(PATIENCE).until(() -> clients.count(200) > 500);
        clients.stop();
        assertThat(clients.statuses()).containsExactly(200);
        if (publish.equals("group")) {
          assertThat(messages()).isLessThan(clients.count(200));
        } else {
          assertThat(messages()).isEqualTo(clients.count(200));
        }
        assertThat(keysInQueue()).containsExactlyInAnyOrderElementsOf(clients.confirmed());
      }
    }
  }
}
