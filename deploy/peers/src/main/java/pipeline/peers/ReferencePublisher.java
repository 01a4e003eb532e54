package pipeline.peers;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.io.Serializable;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.SerializationUtils;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;

/**
 * The usual design's publishing: a pool of 80 channels on one connection, one Java-serialized map a
 * message. A message is transient and unconfirmed; made safe the obvious way, it is persistent and
 * mandatory, and the caller waits for its own confirm. Thread-safe.
 */
final class ReferencePublisher implements AutoCloseable {
  private static final int CHANNELS = 80;
  private static final long CONFIRM_MILLIS = 5_000;

  private final Connection connection;
  private final String queue;
  private final boolean safe;
  private final GenericObjectPool<Channel> pool;
  private final Set<Channel> returned = ConcurrentHashMap.newKeySet();

  ReferencePublisher(Connection connection, String queue, boolean safe) {
    this.connection = connection;
    this.queue = queue;
    this.safe = safe;
    this.pool = new GenericObjectPool<>(new ChannelFactory());
    pool.setMaxTotal(CHANNELS);
    pool.setMaxIdle(CHANNELS);
  }

  /**
   * The map must be serializable. When this returns, the safe form has the broker's confirm; the
   * other has nothing.
   */
  void publish(Map<String, Integer> words) throws IOException {
    byte[] body = SerializationUtils.serialize((Serializable) words);
    Channel channel = borrow();
    boolean sound = false;
    try {
      send(channel, body);
      sound = true;
    } finally {
      giveBack(channel, sound);
    }
  }

  private void send(Channel channel, byte[] body) throws IOException {
    BasicProperties properties =
        safe ? MessageProperties.PERSISTENT_BASIC : MessageProperties.BASIC;
    channel.basicPublish("", queue, safe, properties, body);
    if (!safe) {
      return;
    }
    try {
      if (!channel.waitForConfirms(CONFIRM_MILLIS)) {
        throw new IOException("the broker refused the message");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the confirm", e);
    } catch (TimeoutException e) {
      throw new IOException("no confirm in time", e);
    }
    if (returned.remove(channel)) {
      throw new IOException("the message was returned as unroutable");
    }
  }

  private Channel borrow() throws IOException {
    try {
      return pool.borrowObject();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("no channel", e);
    }
  }

  private void giveBack(Channel channel, boolean sound) throws IOException {
    if (sound) {
      pool.returnObject(channel);
      return;
    }
    try {
      pool.invalidateObject(channel);
    } catch (Exception e) {
      throw new IOException("a broken channel could not be dropped", e);
    }
  }

  @Override
  public void close() {
    pool.close();
  }

  private final class ChannelFactory extends BasePooledObjectFactory<Channel> {
    @Override
    public Channel create() throws IOException {
      Channel channel = connection.createChannel();
      if (safe) {
        channel.confirmSelect();
        // the broker returns a message before it confirms it
        channel.addReturnListener(message -> returned.add(channel));
      }
      return channel;
    }

    @Override
    public PooledObject<Channel> wrap(Channel channel) {
      return new DefaultPooledObject<>(channel);
    }

    @Override
    public void destroyObject(PooledObject<Channel> pooled) throws IOException {
      pooled.getObject().abort();
    }
  }
}
