package pipeline.peers;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the usual design's consumer until the broker goes away or it is ended. */
@Command(
    name = "reference-consumer",
    description = "The usual design's consumer: a channel a thread.")
final class ReferenceConsumerCommand implements Callable<Integer> {
  @Parameters(paramLabel = "THREADS", description = "channels, each with a thread")
  private int threads;

  @Option(names = "--amqp", required = true, description = "the broker's URL")
  private String amqp;

  @Option(names = "--queue", required = true)
  private String queue;

  @Option(names = "--safe", description = "acknowledge each message after its merge")
  private boolean safe;

  @Option(names = "--dump", description = "write count<TAB>word lines at the end")
  private Path dump;

  @Override
  public Integer call() throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(amqp);
    ExecutorService workers = Executors.newFixedThreadPool(threads);
    CountDownLatch ended = new CountDownLatch(1);
    try (Connection connection = factory.newConnection(workers, "reference consumer");
        Channel channel = connection.createChannel()) {
      channel.queueDeclare(queue, true, false, false, null);
      connection.addShutdownListener(cause -> ended.countDown());
      ReferenceConsumer consumer = new ReferenceConsumer(queue, safe);
      if (dump != null) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> write(consumer), "dump"));
      }
      consumer.start(connection, threads);
      ended.await();
    } finally {
      workers.shutdownNow();
    }
    return 0;
  }

  private void write(ReferenceConsumer consumer) {
    System.out.println("lines=" + consumer.lines());
    try {
      Files.write(
          dump,
          consumer.totals().entrySet().stream()
              .map(word -> word.getValue() + "\t" + word.getKey())
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
