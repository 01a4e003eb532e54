package pipeline.faults.run;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import pipeline.faults.hostile.HostileClient;
import pipeline.rig.Component;
import pipeline.rig.Link;
import pipeline.rig.Rig;
import pipeline.testkit.process.Await;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.Flow;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.amqp.Topology;

/**
 * One thing that is done to a running pipeline, and undone a while later. Immutable.
 *
 * @param atMillis when it is done, in milliseconds since the load began
 * @param healMillis when it is undone
 * @param what it is, with all that was drawn for it
 * @param kills the number of processes that it kills
 * @param poison the number of messages that it adds to the dead queue
 */
public record FaultAction(
    int atMillis, int healMillis, String what, int kills, int poison, Step inject, Step heal) {
  private static final String JOB_MANAGER = "jobmanager-1";
  private static final Step NOTHING = pipeline -> {};
  private static final Duration COUNTED_LIMIT = Duration.ofSeconds(30);
  private static final Duration FULL_LIMIT = Duration.ofSeconds(20);

  /** The room that is left in a store that is to be full soon. */
  private static final long LITTLE_BYTES = 4 << 20;

  private static final long MUCH_BYTES = 1 << 30;

  /** The depth of nested tables that amqp-client, which reads 32 at most, cannot read. */
  private static final int UNREADABLE_DEPTH = 40;

  /** Breaks the pipeline, or undoes that. */
  public interface Step {
    void on(PipelineUnderTest pipeline) throws IOException, InterruptedException;
  }

  private static FaultAction of(String what, Step inject, Step heal) {
    return new FaultAction(0, 0, what, 0, 0, inject, heal);
  }

  private FaultAction killing(int number) {
    return new FaultAction(atMillis, healMillis, what, number, poison, inject, heal);
  }

  /** This action at another time. */
  public FaultAction at(int millis, int untilMillis) {
    return new FaultAction(millis, untilMillis, what, kills, poison, inject, heal);
  }

  /** This action at a time at which nothing is undone. */
  public FaultAction at(int millis) {
    return at(millis, millis);
  }

  /**
   * Kills all of the components by SIGKILL within milliseconds, and starts each again at the
   * healing.
   *
   * @param unacked whether the consumer must hold messages then that it has not acked
   */
  static FaultAction kill(boolean unacked, List<Component> components) {
    return of(
            "kill " + components,
            pipeline -> pipeline.kill(unacked, components),
            pipeline -> pipeline.startAgain(components))
        .killing(components.size());
  }

  /** Kills a component by SIGKILL, and starts it again at the healing. */
  public static FaultAction kill(Component component) {
    return kill(false, List.of(component));
  }

  /** Kills Flink's JobManager by SIGKILL; started again, it goes on from the last checkpoint. */
  static FaultAction killJobManager() {
    return of(
            "kill jobmanager",
            pipeline -> pipeline.kill(pipeline.rig.parts().named(JOB_MANAGER)),
            pipeline -> pipeline.rig.parts().named(JOB_MANAGER).start())
        .killing(1);
  }

  /** Stops a component by SIGSTOP, and continues it at the healing. */
  public static FaultAction freeze(Component component) {
    return of(
        "freeze " + component,
        pipeline -> pipeline.child(component).freeze(),
        pipeline -> pipeline.child(component).thaw());
  }

  /** Impairs some directions of a proxied connection. */
  public static FaultAction impair(Link link, Flow flow, Direction... directions) {
    List<Direction> all = List.of(directions);
    return of(
        "impair " + link + " " + all + " " + flow,
        pipeline -> all.forEach(each -> pipeline.rig.proxies().impair(link, each, flow)),
        pipeline -> all.forEach(each -> pipeline.rig.proxies().restore(link, each)));
  }

  /** Breaks off one kind of connection once; its program may connect again. */
  static FaultAction breakOff(Link link, Flow.Ending ending) {
    return of(
        ending + " " + link, pipeline -> pipeline.rig.proxies().breakOff(link, ending), NOTHING);
  }

  /** Runs a rabbitmqctl command, and another that undoes it; empty for nothing to undo. */
  static FaultAction rabbitmqctl(String command, String undo) {
    return of("rabbitmqctl " + command, ctl(command), undo.isEmpty() ? NOTHING : ctl(undo));
  }

  private static Step ctl(String command) {
    return pipeline -> pipeline.rig.services().rabbit().ctl(command.split(" ", -1));
  }

  /** Waits until all that was sent is counted, for 30 s at most: the queue is empty then. */
  public static FaultAction awaitCounted() {
    return of(
        "await empty queue",
        pipeline -> Await.until("empty queue", COUNTED_LIMIT, pipeline::isDrained),
        NOTHING);
  }

  /** Deletes the queue with all it holds. */
  public static FaultAction deleteQueue() {
    return of("delete queue", pipeline -> pipeline.rig.queues().deleteQueues(), NOTHING);
  }

  /**
   * Publishes unreadable messages.
   *
   * @param bytes of each body, at least
   * @param headers whether it is their headers that not even the client library can read
   */
  public static FaultAction poison(int messages, int bytes, boolean headers) {
    Step publish = pipeline -> publish(pipeline.rig, messages, bytes, headers);
    return new FaultAction(0, 0, "poison", 0, messages, publish, NOTHING);
  }

  private static void publish(Rig rig, int messages, int bytes, boolean headers)
      throws IOException {
    AMQP.BasicProperties properties = headers ? unreadable() : null;
    Topology topology = rig.spec().topology();
    Channel channel = rig.queues().connection().createChannel();
    for (int i = 0; i < messages; i++) {
      byte[] body =
          ("[{\"run\":\"poison " + i + " ".repeat(bytes)).getBytes(StandardCharsets.UTF_8);
      channel.basicPublish(topology.exchange(), topology.routingKey(0), properties, body);
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

  /** Starts a hostile client, which ends at the healing, once its aim is reached. */
  public static FaultAction attack(HostileClient client) {
    return of(
        "attack " + client, pipeline -> pipeline.attack(client), PipelineUnderTest::endAttacks);
  }

  /** Fills the disk that the state directory is on. */
  public static FaultAction fillDisk() {
    return of("fill disk", pipeline -> pipeline.disk.fill(), pipeline -> pipeline.disk.free());
  }

  /**
   * Leaves the consumer's store room for little more than it holds; once a commit was refused for
   * that, it is given more.
   */
  static FaultAction limitRoom() {
    return of(
        "limit room",
        pipeline -> leaveRoom(pipeline, LITTLE_BYTES),
        pipeline -> {
          Await.holds(FULL_LIMIT, pipeline::hasRefusedCommit);
          leaveRoom(pipeline, MUCH_BYTES);
        });
  }

  private static void leaveRoom(PipelineUnderTest pipeline, long bytes) throws IOException {
    Optional<PrivateRedis> redis = pipeline.rig.services().redis();
    if (redis.isPresent()) {
      redis.get().limitMemory(bytes);
    } else {
      pipeline.disk.limitFree(bytes);
    }
  }

  /** Cuts the power of the consumer's machine: what was not forced to its disk is gone. */
  public static FaultAction cutPower() {
    return of(
            "cut power",
            pipeline -> {
              pipeline.child(Component.CONSUMER).freeze();
              pipeline.disk.cutPower();
              pipeline.kill(false, List.of(Component.CONSUMER));
            },
            pipeline -> {
              pipeline.disk.wakeFromPowerCut();
              pipeline.startAgain(List.of(Component.CONSUMER));
            })
        .killing(1);
  }

  @Override
  public String toString() {
    return atMillis + ".." + healMillis + " ms " + what;
  }
}
