package pipeline.consumer.store.redis;

import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import pipeline.consumer.store.NamedCount;
import pipeline.consumer.store.Results;
import pipeline.consumer.store.RunFigures;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.redis.RedisCounts;
import pipeline.wire.redis.RedisLink;

/** What all consumers of a queue have counted in Redis. Thread-safe. */
public final class RedisResults implements Results {
  private final WorkloadHandler<?> handler;
  private final RedisLink link;
  private final RedisRuns runs;
  private final CounterQueries reads;

  public RedisResults(WorkloadHandler<?> handler, RedisLink link, String queue) {
    this.handler = handler;
    this.link = link;
    this.runs = new RedisRuns(new RunKeys(queue));
    this.reads = new RedisCounts(link);
  }

  @Override
  public long lines() {
    return ask(runs::lines);
  }

  /** In steps, so that Redis can count between them. */
  @Override
  public Collection<NamedCount> counts() {
    Map<String, Long> counts = new HashMap<>();
    RedisDump.Numbers numbers =
        new RedisDump.Numbers() {
          @Override
          public void number(String name, long number) {
            counts.put(name, number);
          }

          @Override
          public void item(String group, String item, long number) {
            counts.put(handler.rowName(group, item), number);
          }
        };
    link.ask(
        connection -> {
          handler.names().forEach(new RedisDump(connection, numbers)::read);
          return null;
        });
    return counts.entrySet().stream()
        .map(count -> new NamedCount(count.getKey(), count.getValue()))
        .toList();
  }

  @Override
  public boolean isInProcess() {
    return false;
  }

  @Override
  public List<RunFigures> runs() {
    List<RunFigures> figures = new ArrayList<>();
    for (RunId run : ask(runs::all)) {
      figures.add(ask(redis -> runs.figures(redis, run)));
    }
    return figures;
  }

  @Override
  public CounterQueries reads() {
    return reads;
  }

  private <T> T ask(Function<RedisCommands<String, String>, T> question) {
    return link.ask(connection -> question.apply(connection.sync()));
  }
}
