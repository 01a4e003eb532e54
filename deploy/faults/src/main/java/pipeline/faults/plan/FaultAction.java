package pipeline.faults.plan;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import pipeline.faults.hostile.HostileClient;
import pipeline.faults.system.PipelineUnderTest;
import pipeline.rig.Component;
import pipeline.rig.Link;
import pipeline.rig.Queues;
import pipeline.testkit.process.Await;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.Flow;

/**
 * One thing that is done to a running pipeline, and undone a while later. Immutable, like a plan.
 */
public sealed interface FaultAction {

  /** Breaks the pipeline. */
  void inject(PipelineUnderTest pipeline) throws IOException, InterruptedException;

  /** Undoes what {@link #inject} did. */
  default void heal(PipelineUnderTest pipeline) throws IOException, InterruptedException {}

  /** The number of processes that the action kills. */
  default int kills() {
    return 0;
  }

  /**
   * Kills all of the components by SIGKILL within milliseconds, and starts each again at the
   * healing.
   *
   * @param unacked whether the consumer must hold messages then that it has not acked
   */
  record Kill(Set<Component> components, boolean unacked) implements FaultAction {
    public Kill(Component component) {
      this(Set.of(component), false);
    }

    @Override
    public void inject(PipelineUnderTest pipeline) throws IOException, InterruptedException {
      if (unacked) {
        pipeline.freezeUnacked();
      }
      for (Component component : components) {
        pipeline.kill(component);
      }
      if (unacked) {
        pipeline.child(Component.CONSUMER).thaw();
      }
    }

    @Override
    public void heal(PipelineUnderTest pipeline) throws IOException, InterruptedException {
      for (Component component : components) {
        pipeline.child(component).start();
      }
      for (Component component : components) {
        pipeline.awaitReady(component);
      }
    }

    @Override
    public int kills() {
      return components.size();
    }
  }

  /** Stops a component by SIGSTOP, and continues it at the healing. */
  record Freeze(Component component) implements FaultAction {
    @Override
    public void inject(PipelineUnderTest pipeline) throws IOException {
      pipeline.child(component).freeze();
    }

    @Override
    public void heal(PipelineUnderTest pipeline) throws IOException {
      pipeline.child(component).thaw();
    }
  }

  /** Impairs one direction of a proxied connection. */
  record Impair(Link connection, Direction direction, Flow flow) implements FaultAction {
    @Override
    public void inject(PipelineUnderTest pipeline) {
      pipeline.rig().proxies().impair(connection, direction, flow);
    }

    @Override
    public void heal(PipelineUnderTest pipeline) {
      pipeline.rig().proxies().restore(connection, direction);
    }
  }

  /** Breaks off one kind of connection once; its program may connect again. */
  record Break(Link connection, Flow.Ending ending) implements FaultAction {
    @Override
    public void inject(PipelineUnderTest pipeline) {
      pipeline.rig().proxies().breakOff(connection, ending);
    }
  }

  /** Runs a rabbitmqctl command, and another that undoes it; empty for nothing to undo. */
  record Rabbitmqctl(List<String> command, List<String> undo) implements FaultAction {
    @Override
    public void inject(PipelineUnderTest pipeline) throws IOException {
      pipeline.rig().services().rabbit().ctl(command.toArray(String[]::new));
    }

    @Override
    public void heal(PipelineUnderTest pipeline) throws IOException {
      if (!undo.isEmpty()) {
        pipeline.rig().services().rabbit().ctl(undo.toArray(String[]::new));
      }
    }
  }

  /** Waits until all that was sent is counted, for 30 s at most: the queue is empty then. */
  record AwaitCounted() implements FaultAction {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Override
    public void inject(PipelineUnderTest pipeline) throws IOException, InterruptedException {
      Await.until("empty queue", LIMIT, pipeline::isDrained);
    }
  }

  /** Deletes the queue with all it holds. */
  record DeleteQueue() implements FaultAction {
    @Override
    public void inject(PipelineUnderTest pipeline) throws IOException {
      pipeline.rig().queues().deleteQueues();
    }
  }

  /**
   * Publishes unreadable messages.
   *
   * @param bytes of each body, at least
   * @param headers whether it is their headers that not even the client library can read
   */
  record Poison(int messages, int bytes, boolean headers) implements FaultAction {
    /** The depth of nested tables that amqp-client, which reads 32 at most, cannot read. */
    private static final int UNREADABLE_DEPTH = 40;

    @Override
    public void inject(PipelineUnderTest pipeline) throws IOException {
      AMQP.BasicProperties properties = headers ? unreadable() : null;
      Queues queues = pipeline.rig().queues();
      Channel channel = queues.connection().createChannel();
      for (int i = 0; i < messages; i++) {
        byte[] body =
            ("[{\"run\":\"poison " + i + " ".repeat(bytes)).getBytes(StandardCharsets.UTF_8);
        channel.basicPublish(queues.exchange(), queues.routingKey(), properties, body);
      }
      try {
        // the closing handshake comes after everything before it
        channel.close();
      } catch (TimeoutException e) {
        throw new IOException(e);
      }
    }

    private static AMQP.BasicProperties unreadable() {
      Map<String, Object> table = Map.of();
      for (int depth = 0; depth < UNREADABLE_DEPTH; depth++) {
        table = Map.of("in", table);
      }
      return new AMQP.BasicProperties.Builder().headers(table).build();
    }
  }

  /** Starts a hostile client, which ends at the healing, once its aim is reached. */
  record Attack(HostileClient client) implements FaultAction {
    @Override
    public void inject(PipelineUnderTest pipeline) {
      pipeline.hostileClients().add(client);
    }

    @Override
    public void heal(PipelineUnderTest pipeline) throws InterruptedException {
      pipeline.hostileClients().leave(pipeline.child(Component.CLIENT)::isDone);
    }
  }

  /** Fills the disk that the state directory is on. */
  record FillDisk() implements FaultAction {
    @Override
    public void inject(PipelineUnderTest pipeline) throws IOException {
      pipeline.disk().fill();
    }

    @Override
    public void heal(PipelineUnderTest pipeline) throws IOException {
      pipeline.disk().free();
    }
  }

  /**
   * Leaves the consumer's store room for little more than it holds; once a commit was refused for
   * that, it is given more.
   */
  record LimitRoom() implements FaultAction {
    private static final long BYTES = 4 << 20;
    private static final Duration FULL_LIMIT = Duration.ofSeconds(20);

    @Override
    public void inject(PipelineUnderTest pipeline) throws IOException {
      if (pipeline.rig().services().redis().isPresent()) {
        pipeline.rig().services().redis().get().limitMemory(BYTES);
      } else {
        pipeline.disk().limitFree(BYTES);
      }
    }

    @Override
    public void heal(PipelineUnderTest pipeline) throws IOException, InterruptedException {
      Await.holds(FULL_LIMIT, pipeline::hasRefusedCommit);
      if (pipeline.rig().services().redis().isPresent()) {
        pipeline.rig().services().redis().get().limitMemory(0);
      } else {
        pipeline.disk().enlarge();
      }
    }
  }

  /** Cuts the power of the consumer's machine: what was not forced to its disk is gone. */
  record CutPower() implements FaultAction {
    @Override
    public void inject(PipelineUnderTest pipeline) throws IOException {
      pipeline.child(Component.CONSUMER).freeze();
      pipeline.disk().cutPower();
      pipeline.kill(Component.CONSUMER);
    }

    @Override
    public void heal(PipelineUnderTest pipeline) throws IOException {
      pipeline.disk().wakeFromPowerCut();
      pipeline.child(Component.CONSUMER).start();
    }

    @Override
    public int kills() {
      return 1;
    }
  }
}
