package pipeline.peers;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.EntryEncoder;

/**
 * Worker loop: takes a batch, publishes it, awaits the confirm, responds. Runs on one thread; ends
 * when that is interrupted.
 */
final class GroupingLoop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(GroupingLoop.class);

  /** Our server's. Its bound of 256 KiB is left out: the bench never has that much waiting. */
  private static final int MAX_LINES = 1_000;

  private static final BasicProperties PROPERTIES =
      MessageProperties.PERSISTENT_BASIC.builder().contentType("application/json").build();

  private final Channel channel;
  private final Topology topology;
  private final BlockingQueue<WaitingLine> waiting;
  private volatile boolean returned;

  /** The connection is the caller's; it must not recover by itself, or confirms get mixed up. */
  GroupingLoop(Connection connection, Topology topology, BlockingQueue<WaitingLine> waiting)
      throws IOException {
    this.channel = connection.createChannel();
    this.topology = topology;
    this.waiting = waiting;
    // the broker returns a message before it confirms it
    channel.addReturnListener(message -> returned = true);
    channel.confirmSelect();
  }

  @Override
  public void run() {
    try {
      while (true) {
        List<WaitingLine> batch = next();
        boolean confirmed = publish(batch) && isConfirmed(batch);
        batch.forEach(line -> line.end(confirmed));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** All that waits, as one message; at least the first line that comes. */
  private List<WaitingLine> next() throws InterruptedException {
    List<WaitingLine> lines = new ArrayList<>();
    lines.add(waiting.take());
    waiting.drainTo(lines, MAX_LINES - 1);
    return lines;
  }

  private boolean publish(List<WaitingLine> lines) {
    returned = false;
    byte[] body = EntryEncoder.join(lines.stream().map(WaitingLine::entry).toList());
    try {
      channel.basicPublish(topology.exchange(), topology.routingKey(), true, PROPERTIES, body);
      return true;
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} lines were not published: {}", lines.size(), e.toString());
      return false;
    }
  }

  /** The first line is the one with the least time left. */
  private boolean isConfirmed(List<WaitingLine> lines) {
    try {
      return channel.waitForConfirms(lines.get(0).millisLeft()) && !returned;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | RuntimeException e) {
      LOG.warn("{} lines were not confirmed: {}", lines.size(), e.toString());
    }
    return false;
  }
}
