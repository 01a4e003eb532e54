package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.Map;

/** Message properties with tables within tables, of which amqp-client writes any number. */
final class NestedTables {
  /** A depth of tables beyond the 32 that amqp-client reads. */
  static final int TOO_MANY = 40;

  private NestedTables() {}

  static BasicProperties properties(int depth) {
    Map<String, Object> table = Map.of("deepest", 1);
    for (int i = 0; i < depth; i++) {
      table = Map.of("t", table);
    }
    return new BasicProperties.Builder()
        .contentType("application/json")
        .deliveryMode(2)
        .headers(table)
        .build();
  }
}
