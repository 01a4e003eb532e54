package pipeline.consumer.workload;

import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Swipe;
import pipeline.wire.workload.SwipeFormat;
import pipeline.wire.workload.Workload;

/** The common part of the two consumers of swipes. */
abstract class SwipesHandler implements WorkloadHandler<Swipe> {
  private final String name;
  private final int queueIndex;

  /**
   * A handler of one queue of {@link Workload#SWIPES}.
   *
   * @param queueIndex which of the workload's queues it consumes
   */
  SwipesHandler(String name, int queueIndex) {
    this.name = name;
    this.queueIndex = queueIndex;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Topology queue(Settings settings) {
    return Topology.of(Workload.SWIPES, settings).each().get(queueIndex);
  }

  @Override
  public final PayloadFormat<Swipe> format() {
    return new SwipeFormat();
  }

  @Override
  public final String entries() {
    return "swipes";
  }
}
