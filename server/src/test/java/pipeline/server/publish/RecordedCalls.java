package pipeline.server.publish;

import java.util.Queue;
import pipeline.server.broker.PublishResult;

/** A callback that keeps the order of its calls, and what they told. */
record RecordedCalls(Queue<String> calls, Queue<PublishResult> told) implements Publisher.Callback {
  @Override
  public void ended(PublishResult result) {
    told.add(result);
    calls.add("ended");
  }

  @Override
  public void released() {
    calls.add("released");
  }
}
