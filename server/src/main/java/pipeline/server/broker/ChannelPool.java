package pipeline.server.broker;

import java.io.IOException;
import java.time.Duration;
import org.apache.commons.lang3.Validate;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/**
 * The channels of one connection, at most {@link PublishConfig#channels} of them, opened as they
 * are needed. A publisher thread borrows one for a message and returns it; one that is closed then,
 * or has an unanswered message, is not lent again. Borrowing fails if none is free within half a
 * second, or the broker allows no more. Thread-safe.
 */
public final class ChannelPool extends GenericObjectPool<ConfirmChannel> {
  private static final Duration MAX_WAIT = Duration.ofMillis(500);

  /**
   * @param open opens a channel of the connection
   */
  ChannelPool(FailableSupplier<ConfirmChannel, IOException> open, int size) {
    super(new Channels(open), settings(size));
  }

  private static GenericObjectPoolConfig<ConfirmChannel> settings(int size) {
    GenericObjectPoolConfig<ConfirmChannel> settings = new GenericObjectPoolConfig<>();
    settings.setMaxTotal(size);
    settings.setMaxIdle(size);
    // by default a borrower waits for ever, and may get a closed channel
    settings.setMaxWait(MAX_WAIT);
    settings.setTestOnBorrow(true);
    // a second WAR in the same Tomcat would clash, and an undeployed one would stay registered
    settings.setJmxEnabled(false);
    return settings;
  }

  /** Makes and checks the channels. None is closed by itself: all end with the connection. */
  private static final class Channels extends BasePooledObjectFactory<ConfirmChannel> {
    private final FailableSupplier<ConfirmChannel, IOException> open;

    Channels(FailableSupplier<ConfirmChannel, IOException> open) {
      this.open = open;
    }

    @Override
    public ConfirmChannel create() throws IOException {
      return open.get();
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
      // if not, the pool drops it instead of handing it to the next borrower
      Validate.validState(
          pooled.getObject().isSettled(), "a channel came back with an unanswered message");
    }
  }
}
