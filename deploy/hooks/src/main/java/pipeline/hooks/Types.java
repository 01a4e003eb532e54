package pipeline.hooks;

/** Classes of the programs and their libraries that are changed at more than one place. */
final class Types {
  static final String CHANNEL = "com.rabbitmq.client.impl.ChannelN";
  static final String CONFIRM_CHANNEL = "pipeline.server.broker.ConfirmChannel";
  static final String FILE_STORE = "pipeline.consumer.store.file.FileStore";
  static final String MESSAGE_HANDLER = "pipeline.consumer.amqp.MessageHandler";
  static final String MV_STORE = "org.h2.mvstore.MVStore";
  static final String REDIS_STORE = "pipeline.consumer.store.redis.RedisStore";

  private Types() {}
}
