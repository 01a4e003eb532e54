package pipeline.client.report;

import java.io.Closeable;
import java.io.IOException;

/** Writes down what happens in a run. Used by the feed's one thread only. */
interface ResultSink extends Closeable {
  default void stepStarted(FeedEvent.StepStart step) throws IOException {}

  void row(FeedEvent.Row row) throws IOException;

  default void stepEnded() throws IOException {}

  @Override
  default void close() throws IOException {}

  /** The file it writes, for messages. */
  String target();
}
