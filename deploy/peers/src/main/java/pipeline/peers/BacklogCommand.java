package pipeline.peers;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Publishes the lines of a text as a server would, and ends. */
@Command(name = "backlog", description = "Fills a queue with the messages of a text.")
final class BacklogCommand implements Callable<Integer> {
  private static final Pattern LINE_END = Pattern.compile("\\r?\\n");

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "without it: declare only")
  private Path text;

  @Option(names = "--repeat", description = "how often the text; default: ${DEFAULT-VALUE}")
  private int repeat = 1;

  @Option(names = "--lines-per-message", description = "default: ${DEFAULT-VALUE}")
  private int grouped = 1;

  @Option(
      names = "--serialized",
      description = "a serialized map a line, as the reference design sends")
  private boolean serialized;

  @Option(names = "--amqp", required = true, description = "the broker's URL")
  private String amqp;

  @Option(names = "--queue", required = true)
  private String queue;

  @Override
  public Integer call() throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(amqp);
    try (Connection connection = factory.newConnection("backlog");
        Channel channel = connection.createChannel()) {
      Backlog backlog = new Backlog(channel, queue);
      if (text != null) {
        fill(backlog, words(text));
      }
    }
    return 0;
  }

  private void fill(Backlog backlog, List<Map<String, Integer>> lines) throws Exception {
    int number = Math.multiplyExact(lines.size(), repeat);
    Iterator<Map<String, Integer>> all =
        IntStream.range(0, number).mapToObj(i -> lines.get(i % lines.size())).iterator();
    if (serialized) {
      backlog.fillSerialized(all, number);
    } else {
      backlog.fill(all, number, grouped);
    }
  }

  /** The number of times that each word is in a line. */
  private static Map<String, Integer> words(String line) {
    Map<String, Integer> words = new HashMap<>();
    for (String word : line.split("\\s+", -1)) {
      if (!word.isEmpty()) {
        words.merge(word, 1, Integer::sum);
      }
    }
    return words;
  }

  /** The words of each line that a client would post: all but the empty ones. */
  static List<Map<String, Integer>> words(Path text) throws IOException {
    return LINE_END
        .splitAsStream(Files.readString(text))
        .filter(line -> !line.isEmpty())
        .map(BacklogCommand::words)
        .toList();
  }
}
