package pipeline.wire.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import pipeline.wire.settings.HostUrl;
import pipeline.wire.settings.Settings;

/**
 * The settings with which both programs reach Redis. The URL may hold a password, so it is never
 * printed whole. Immutable.
 */
public final class RedisSettings {
  private static final Duration CONNECT = Duration.ofSeconds(2);

  /**
   * The time limit of a command, longer than a group of writes waits for a slow disk; after it the
   * caller asks again.
   */
  private static final Duration COMMAND = Duration.ofSeconds(5);

  /** The most commands without an answer; further ones are refused. */
  private static final int MAX_COMMANDS = 10_000;

  private static final int THREADS = 2;
  private static final Pattern DATABASE = Pattern.compile("(/\\d{0,4})?");

  private final RedisURI uri;

  private RedisSettings(RedisURI uri) {
    this.uri = uri;
  }

  /**
   * Reads {@code REDIS_URL}; empty if it is not set.
   *
   * @throws IllegalArgumentException if it is not a URL of {@link #parse}
   */
  public static Optional<RedisSettings> from(Settings settings) {
    String url = settings.text("REDIS_URL", "");
    return url.isEmpty() ? Optional.empty() : Optional.of(parse("REDIS_URL", url));
  }

  /**
   * Reads {@code redis[s]://[USER:PASSWORD@]HOST[:PORT][/DATABASE]}.
   *
   * @param name what the URL was given as
   * @throws IllegalArgumentException that names it and does not show it
   */
  public static RedisSettings parse(String name, String url) {
    try {
      HostUrl named = HostUrl.parse(url);
      URI parts = named.uri();
      boolean known = "redis".equals(parts.getScheme()) || "rediss".equals(parts.getScheme());
      boolean plain = parts.getQuery() == null && parts.getFragment() == null;
      if (known
          && plain
          && named.hasPossiblePort()
          && DATABASE.matcher(parts.getPath()).matches()) {
        RedisURI uri = RedisURI.create(parts);
        uri.setHost(named.host());
        uri.setTimeout(COMMAND);
        return new RedisSettings(uri);
      }
    } catch (URISyntaxException | IllegalArgumentException e) {
      // the message below leaves out the cause, which may have the password
    }
    throw new IllegalArgumentException(
        name + " is not of the form redis[s]://[USER:PASSWORD@]HOST[:PORT][/DATABASE]");
  }

  /**
   * A new client, not connected yet. It does not reconnect by itself: a command sent again behind
   * the caller's back would make its outcome unknown.
   *
   * @param resources the client's threads; the caller closes both
   */
  RedisClient client(ClientResources resources) {
    RedisClient client = RedisClient.create(resources, uri);
    client.setOptions(
        ClientOptions.builder()
            .autoReconnect(false)
            .requestQueueSize(MAX_COMMANDS)
            .protocolVersion(ProtocolVersion.RESP2)
            .timeoutOptions(TimeoutOptions.enabled(COMMAND))
            .socketOptions(SocketOptions.builder().connectTimeout(CONNECT).build())
            .build());
    return client;
  }

  /** Begins to connect. */
  CompletableFuture<StatefulRedisConnection<String, String>> connect(RedisClient client) {
    return client.connectAsync(StringCodec.UTF8, uri).toCompletableFuture();
  }

  static ClientResources resources() {
    return ClientResources.builder()
        .ioThreadPoolSize(THREADS)
        .computationThreadPoolSize(THREADS)
        .build();
  }

  /** The scheme, host, port and database; never the user or the password. */
  @Override
  public String toString() {
    String database = uri.getDatabase() == 0 ? "" : "/" + uri.getDatabase();
    return (uri.isSsl() ? "rediss://" : "redis://")
        + uri.getHost()
        + ":"
        + uri.getPort()
        + database;
  }
}
