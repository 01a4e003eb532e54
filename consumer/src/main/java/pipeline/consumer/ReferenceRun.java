package pipeline.consumer;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.exception.ExceptionUtils;
import pipeline.consumer.reference.ReferenceConsumer;
import pipeline.consumer.store.Counts;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.amqp.Topology;
import pipeline.wire.process.Console;
import pipeline.wire.settings.Settings;

/** Runs the reference design's consumer, and then prints and dumps what it has counted. */
final class ReferenceRun {
  private static final long LOOK_MILLIS = 100;

  private final ConsumerOptions options;
  private final Console console;
  private final ConnectionFactory factory;
  private final ReferenceConsumer.Config config;
  private final ReferenceConsumer consumer;

  /**
   * Checks the settings; nothing is started or opened.
   *
   * @throws IllegalArgumentException with one line that names what is wrong
   */
  ReferenceRun(ConsumerOptions options, Settings settings, Console console) {
    this.options = options;
    this.console = console;
    // as the AMQP client does by default, connections recover by themselves
    this.factory = BrokerSettings.from(settings).connectionFactory();
    factory.setAutomaticRecoveryEnabled(true);
    factory.setTopologyRecoveryEnabled(true);
    Topology given = Topology.from(settings);
    if (given.type() != Topology.QueueType.CLASSIC) {
      throw new IllegalArgumentException("--design reference has no QUEUE_TYPE but classic");
    }
    if (given.partitions().number() > 1) {
      throw new IllegalArgumentException("--design reference has no PARTITIONS but 1");
    }
    this.config =
        new ReferenceConsumer.Config(
            options.threads,
            settings.text("QUEUE", "wordCount"),
            settings.text("DURABLE", "off").equals("on"),
            options.isAutoAck(),
            options.isAutoAck() ? 0 : options.prefetch(),
            options.design.isAtomic());
    this.consumer = new ReferenceConsumer(config);
  }

  /**
   * Consumes until stopped, then prints.
   *
   * @return the exit status: 0, or 1 if there is no broker or the dump cannot be written
   */
  int run(CountDownLatch stop) {
    console.tell(losses());
    try (Connection connection = factory.newConnection("reference consumer")) {
      consumer.start(connection);
      console.tell("consuming from " + config.queueName());
      awaitEnd(connection, stop);
      consumer.stop();
    } catch (AlreadyClosedException e) {
      console.tell("the broker is away, and what it had sent may not be counted");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    } catch (Exception e) {
      console.tell("cannot consume: " + ExceptionUtils.getRootCauseMessage(e));
      return 1;
    }
    return print();
  }

  private String losses() {
    return "--design reference: the counts end with the process"
        + (config.autoAck() ? "; what is sent here but not counted is lost with it" : "")
        + (config.atomic() ? "" : "; two threads at a word lose counts (see --merge)")
        + "; a line that comes twice is counted twice";
  }

  private void awaitEnd(Connection connection, CountDownLatch stop)
      throws IOException, InterruptedException {
    Duration limit = options.untilIdle().orElse(null);
    if (limit == null) {
      stop.await();
      return;
    }
    Monitor.IdleWatch idle = new Monitor.IdleWatch(limit.toNanos());
    Channel channel = connection.createChannel();
    boolean isOver = false;
    while (!isOver && !stop.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      long taken = consumer.lines() + consumer.unreadable();
      isOver = idle.isOver(System.nanoTime(), taken, isEmpty(channel));
    }
  }

  private boolean isEmpty(Channel channel) throws IOException {
    try {
      return channel.messageCount(config.queueName()) == 0;
    } catch (AlreadyClosedException e) {
      return false;
    }
  }

  private int print() {
    Counts counts =
        Counts.of(
            consumer.totals().entrySet().stream()
                .map(word -> new NamedCount(word.getKey(), word.getValue()))
                .toList());
    PrintStream out = console.out();
    ConsumerReport report =
        new ConsumerReport(WorkloadHandler.named(options.workload), out, () -> {});
    report.printTotals(consumer.lines(), counts);
    if (options.report) {
      out.print("total lines=" + consumer.lines() + " gaps=unknown duplicates=unknown");
      out.println(" unreadable=" + consumer.unreadable());
    }
    return report.dump(counts, options.dump, console) ? 0 : 1;
  }
}
