package pipeline.flink;

import java.io.IOException;
import pipeline.consumer.store.redis.RedisFigures;

/** What is put into Redis. Of two with one key, the later one counts. */
interface Stored {
  String key();

  void store(RedisFigures redis) throws IOException;
}
