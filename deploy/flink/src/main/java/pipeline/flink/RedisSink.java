package pipeline.flink;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import pipeline.consumer.store.redis.RedisFigures;
import pipeline.wire.redis.RedisLink;

/**
 * Puts totals into Redis: those that have changed when a checkpoint begins, or some before it. A
 * job that goes back to a checkpoint puts older ones there, and then those that it counts again.
 */
final class RedisSink<T extends RedisSink.Stored> implements Sink<T> {
  /** What is put into Redis. Of two with one key, the later one counts. */
  interface Stored {
    String key();

    void store(RedisFigures redis) throws IOException;
  }

  private static final int MAX_CHANGED = 2_000;

  private final JobSettings settings;

  RedisSink(JobSettings settings) {
    this.settings = settings;
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) {
    return new Writer();
  }

  private final class Writer implements SinkWriter<T> {
    private final RedisLink link = new RedisLink(settings.store().orElseThrow());
    private final String queue = settings.topology().queue();
    private final Map<String, T> changed = new HashMap<>();

    @Override
    public void write(T total, Context context) throws IOException {
      changed.put(total.key(), total);
      if (changed.size() == MAX_CHANGED) {
        flush(false);
      }
    }

    @Override
    public void flush(boolean atEnd) throws IOException {
      RedisFigures redis = link.ask(connection -> new RedisFigures(connection, queue));
      for (T total : changed.values()) {
        total.store(redis);
      }
      redis.await();
      changed.clear();
    }

    @Override
    public void close() {
      link.close();
    }
  }
}
