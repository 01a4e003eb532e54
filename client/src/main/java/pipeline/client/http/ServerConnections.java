package pipeline.client.http;

import java.nio.channels.SocketChannel;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * The pool of HTTP connections: how HttpClient's connection manager is set up for a load. With
 * https the certificate must be trusted by the JVM's trust store ({@code javax.net.ssl.trustStore})
 * and name the host.
 */
final class ServerConnections {
  /**
   * The limit of connecting to each of the host's addresses, and of each read of a TLS handshake.
   */
  static final Timeout CONNECT_TIMEOUT = Timeout.ofSeconds(5);

  /**
   * The idle time after which a connection is checked before use: its server may have closed it.
   */
  static final TimeValue CHECK_AFTER = TimeValue.ofSeconds(2);

  private static final int BUFFER_BYTES = 8 * 1024;

  /**
   * Buffer sizes. The hint keeps a small body in the buffer, so that head and body leave in one
   * write.
   */
  private static final Http1Config HTTP =
      Http1Config.custom().setBufferSize(BUFFER_BYTES).setChunkSizeHint(BUFFER_BYTES).build();

  private ServerConnections() {}

  /**
   * Makes a pool without open connections. The connection released last is leased first, so a
   * thread that sends without a pause keeps its own.
   *
   * @param limit of connections to one server: as many as threads, or leasing waits
   */
  static PoolingHttpClientConnectionManager pooled(int limit) {
    return new ChannelSockets()
        .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
        .setConnPoolPolicy(PoolReusePolicy.LIFO)
        .setMaxConnPerRoute(limit)
        .setConnectionFactory(
            ManagedHttpClientConnectionFactory.builder()
                .http1Config(HTTP)
                // HttpClient's own parser skips what comes before a status line
                .responseParserFactory(new DefaultHttpResponseParserFactory(HTTP))
                .build())
        // three minutes otherwise: a deadline keeps an exchange's time, and a read with a limit is
        // several system calls
        .setDefaultSocketConfig(SocketConfig.custom().setSoTimeout(Timeout.DISABLED).build())
        .setDefaultConnectionConfig(
            ConnectionConfig.custom()
                .setConnectTimeout(CONNECT_TIMEOUT)
                .setValidateAfterInactivity(CHECK_AFTER)
                .build())
        .build();
  }

  /**
   * Connects through the sockets of channels. They block again after a connect with a limit, so
   * that a read is one system call, and an interrupt ends it; any other socket keeps on trying,
   * polling and trying again for the rest of its life, and no interrupt reaches it.
   */
  private static final class ChannelSockets extends PoolingHttpClientConnectionManagerBuilder {
    @Override
    protected HttpClientConnectionOperator createConnectionOperator(
        SchemePortResolver ports, DnsResolver addresses, TlsSocketStrategy tls) {
      return new DefaultHttpClientConnectionOperator(
          proxy -> SocketChannel.open().socket(),
          ports,
          addresses,
          RegistryBuilder.<TlsSocketStrategy>create().register(URIScheme.HTTPS.id, tls).build());
    }
  }
}
