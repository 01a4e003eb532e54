package pipeline.hooks;

/**
 * Code that the agent adds to one method. Types are named, not referenced: the agent is built
 * before the programs, and must not load their classes before they are changed.
 *
 * @param parameters how many the method has, which tells overloads apart
 * @param advice a class with Byte Buddy's {@code @Advice} methods, which are copied into the method
 */
record Injection(String type, String method, int parameters, Class<?> advice) {
  /* Classes of the programs and their libraries that are changed at more than one place. */
  static final String CHANNEL = "com.rabbitmq.client.impl.ChannelN";
  static final String CONFIRM_CHANNEL = "pipeline.server.broker.ConfirmChannel";
  static final String IDENTITIES = "pipeline.flink.Identities";
  static final String FILE_STORE = "pipeline.consumer.store.file.FileStore";
  static final String MESSAGE_HANDLER = "pipeline.consumer.amqp.MessageHandler";
  static final String MV_STORE = "org.h2.mvstore.MVStore";
  static final String REDIS_STORE = "pipeline.consumer.store.redis.RedisStore";

  @Override
  public String toString() {
    return type + "." + method + "/" + parameters;
  }
}
