package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.testkit.rabbit.OnPrivateRabbit;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.WordCountFormat;
import pipeline.wire.settings.Settings;

/** The small servlet in its forms, before a real RabbitMQ. */
class GroupedServletIT extends OnPrivateRabbit {
  private static final int LINES = 200;
  private static final String WORD_COUNT = "http://127.0.0.1:%s/server/textbody/wordcount";

  private final HttpClient http = HttpClient.newHttpClient();
  private Topology topology;

  @BeforeEach
  void nameQueue() {
    topology = new Topology("it-" + System.nanoTime(), Topology.QueueType.CLASSIC);
  }

  @ParameterizedTest
  @CsvSource({"false, 1", "true, 1", "false, 2", "true, 2"})
  void eachLineIsInTheQueueOnceInTheFormOurConsumerReads(boolean blocking, int connections)
      throws Exception {
    try (GroupingPublisher publisher = open(connections);
        PeerTomcat tomcat = PeerTomcat.start(0, new GroupedServlet(publisher, blocking))) {
      assertThat(post(tomcat, LINES)).hasSize(LINES).containsOnly("200 {\"message\":2}");
    }

    List<Entry<Map<String, Integer>>> entries = entriesInQueue();
    assertThat(entries).extracting(entry -> entry.lines().line(0)).hasSize(LINES);
    assertThat(entries)
        .extracting(entry -> entry.lines().line(0))
        .containsOnly(Map.of("a", 2, "b", 1));
    assertThat(entries).extracting(Entry::key).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLineThatNoQueueTakesIsRefused(boolean blocking) throws Exception {
    try (GroupingPublisher publisher = open(1);
        PeerTomcat tomcat = PeerTomcat.start(0, new GroupedServlet(publisher, blocking));
        Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      channel.queueDelete(topology.queue());

      assertThat(post(tomcat, LINES)).hasSize(LINES).containsOnly("500 ");
    }
  }

  @Test
  void linesAreRefusedInTimeWhileTheBrokerIsSilent() throws Exception {
    try (GroupingPublisher publisher = open(2);
        PeerTomcat tomcat = PeerTomcat.start(0, new GroupedServlet(publisher, false))) {
      rabbit.freeze();
      try {
        assertThat(post(tomcat, LINES)).hasSize(LINES).containsOnly("500 ");
      } finally {
        rabbit.thaw();
      }
    }
  }

  private GroupingPublisher open(int connections) throws Exception {
    Settings settings = new Settings(Map.of("RABBITMQ_URL", rabbit.url()), new Properties());
    ConnectionFactory factory = BrokerSettings.from(settings).connectionFactory();
    return GroupingPublisher.open(factory, topology, connections);
  }

  /** Posts the same line so many times at once; each answer's status and body. */
  private List<String> post(PeerTomcat tomcat, int lines) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(WORD_COUNT.formatted(tomcat.port())))
            .POST(HttpRequest.BodyPublishers.ofString("{\"message\":\"a b a\"}"))
            .timeout(Duration.ofSeconds(2L * GroupingPublisher.DEADLINE_SECONDS))
            .build();
    List<CompletableFuture<HttpResponse<String>>> answers =
        IntStream.range(0, lines)
            .mapToObj(i -> http.sendAsync(request, HttpResponse.BodyHandlers.ofString()))
            .toList();
    return answers.stream()
        .map(CompletableFuture::join)
        .map(answer -> answer.statusCode() + " " + answer.body())
        .toList();
  }

  private List<Entry<Map<String, Integer>>> entriesInQueue() throws Exception {
    BatchDecoder<Map<String, Integer>> decoder = new BatchDecoder<>(new WordCountFormat());
    List<Entry<Map<String, Integer>>> entries = new ArrayList<>();
    try (Connection connection = rabbit.connect();
        Channel channel = connection.createChannel()) {
      GetResponse message = channel.basicGet(topology.queue(), true);
      while (message != null) {
        entries.addAll(decoder.decode(message.getBody()));
        message = channel.basicGet(topology.queue(), true);
      }
    }
    return entries;
  }
}
