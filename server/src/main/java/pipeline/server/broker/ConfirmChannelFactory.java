package pipeline.server.broker;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.apache.commons.lang3.Validate;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import pipeline.wire.amqp.Topology;

/** Opens, checks and closes the pooled channels of one connection. Thread-safe. */
final class ConfirmChannelFactory extends BasePooledObjectFactory<ConfirmChannel> {
  private final Connection connection;
  private final Topology topology;
  private final ChannelConfig config;
  private final Runnable onReturn;
  private final Executor closer;

  /**
   * @param closer where channels are closed, which may take seconds
   */
  ConfirmChannelFactory(
      Connection connection,
      Topology topology,
      ChannelConfig config,
      Runnable onReturn,
      Executor closer) {
    this.connection = connection;
    this.topology = topology;
    this.config = config;
    this.onReturn = onReturn;
    this.closer = closer;
  }

  @Override
  public ConfirmChannel create() throws IOException {
    Channel channel = connection.createChannel();
    if (channel == null) {
      // no exception says so; the pool is far smaller than channel_max, but brokers can lower it
      throw new IOException("the broker allows no further channel on this connection");
    }
    return new ConfirmChannel(channel, topology, config, onReturn);
  }

  @Override
  public PooledObject<ConfirmChannel> wrap(ConfirmChannel channel) {
    return new DefaultPooledObject<>(channel);
  }

  @Override
  public boolean validateObject(PooledObject<ConfirmChannel> pooled) {
    return pooled.getObject().isOpen();
  }

  @Override
  public void passivateObject(PooledObject<ConfirmChannel> pooled) {
    // if not, the pool destroys it instead of handing it to the next borrower
    Validate.validState(
        pooled.getObject().isSettled(), "a channel came back with an unanswered message");
  }

  @Override
  public void destroyObject(PooledObject<ConfirmChannel> pooled) {
    // one that is closed stays closed, as nothing recovers channels here
    if (pooled.getObject().isOpen()) {
      closer.execute(pooled.getObject()::abort);
    }
  }
}
