package pipeline.server.reference;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;
import pipeline.server.exchange.HttpExchange;
import pipeline.server.workload.TextEndpoints;

/**
 * Serves {@code POST /textbody/FUNCTION} with {@code {"message": LINE}}, answered by {@code
 * {"message": RESULT}}, and 404 at all other paths. A request keeps its thread from its body to its
 * answer. Thread-safe.
 */
public final class TextBodyServlet extends HttpServlet {
  private final transient Map<String, WordCountService> functions = new HashMap<>();
  private final transient Config config;
  private transient Connection connection;
  private transient GenericObjectPool<Channel> channelPool;

  /**
   * The settings of the reference server.
   *
   * @param factory of connections that come back by themselves
   * @param durable whether the queue outlives a restart of the broker
   * @param properties of the messages; null for none
   * @param confirm whether an answer waits until the broker has the message
   * @param channels in the pool
   * @param bodyLimit the most bytes of a body
   */
  public record Config(
      ConnectionFactory factory,
      String queueName,
      boolean durable,
      BasicProperties properties,
      boolean confirm,
      int channels,
      int bodyLimit) {}

  public TextBodyServlet(Config config) {
    this.config = config;
  }

  /** Sets the connection, fills the pool of channels, and registers the functions. */
  @Override
  public void init() throws ServletException {
    channelPool = new GenericObjectPool<>(new ChannelFactory());
    channelPool.setMaxTotal(config.channels());
    channelPool.setMaxIdle(config.channels());
    channelPool.setMaxWait(Duration.ofSeconds(5));
    try {
      connection = config.factory().newConnection("reference server");
      channelPool.addObjects(config.channels());
    } catch (Exception e) {
      throw new ServletException("no broker answers: " + e);
    }
    functions.put(
        "/wordcount",
        new WordCountService(
            channelPool, config.queueName(), config.properties(), config.confirm()));
  }

  /** Makes the pool's channels, each of which declares the queue. */
  private final class ChannelFactory extends BasePooledObjectFactory<Channel> {
    @Override
    public Channel create() throws IOException {
      Channel channel = connection.openChannel().orElseThrow(() -> new IOException("too many"));
      channel.queueDeclare(config.queueName(), config.durable(), false, false, null);
      if (config.confirm()) {
        channel.confirmSelect();
      }
      return channel;
    }

    @Override
    public PooledObject<Channel> wrap(Channel channel) {
      return new DefaultPooledObject<>(channel);
    }

    /** Closes a channel: one that is only dropped would be recovered with the connection. */
    @Override
    public void destroyObject(PooledObject<Channel> pooled) throws IOException {
      pooled.getObject().abort();
    }
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    WordCountService function = functions.get(request.getPathInfo());
    // a rest that is left unread would close the connection
    byte[] body = request.getInputStream().readNBytes(config.bodyLimit());
    int status = HttpServletResponse.SC_OK;
    String json;
    try {
      if (function == null) {
        throw new HttpError(ErrorCode.NOT_FOUND, "DESIGN=reference has no such path");
      }
      if (!request.getMethod().equals("POST")) {
        throw HttpError.onlyMethod("POST");
      }
      json = "{\"message\":" + function.apply(TextEndpoints.message(body, 0, body.length)) + "}";
    } catch (Exception e) {
      HttpError error =
          e instanceof HttpError refused ? refused : new HttpError(ErrorCode.BROKER, e.toString());
      status = error.status();
      json = HttpError.json(error.getMessage());
    }
    response.setStatus(status);
    response.setContentType(HttpExchange.JSON);
    response.getOutputStream().write(json.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void destroy() {
    channelPool.close();
    connection.abort();
  }
}
