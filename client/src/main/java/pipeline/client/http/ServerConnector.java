package pipeline.client.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.HttpHost;

/**
 * Opens connections to one server. With https the certificate must be trusted by the JVM's trust
 * store ({@code javax.net.ssl.trustStore}) and name the host. Thread-safe.
 */
final class ServerConnector {
  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  private final HttpHost host;
  private final boolean encrypted;
  private final int port;
  private final TlsSocketStrategy tls = DefaultClientTlsStrategy.createDefault();

  ServerConnector(ServerUrl url) {
    this.host = HttpHost.create(url.base());
    this.encrypted = host.getSchemeName().equals("https");
    this.port = host.getPort() >= 0 ? host.getPort() : encrypted ? HTTPS_PORT : HTTP_PORT;
  }

  /**
   * Connects to the first of the host's addresses that answers.
   *
   * @throws IOException if none does within its time, or the server is not the one it says it is
   */
  ServerConnection connect() throws IOException {
    Socket socket = open();
    try {
      Socket secured = encrypted ? encrypt(socket) : socket;
      secured.setSoTimeout(0); // the answers' time is kept by a watch
      return new ServerConnection(secured, socket);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * A channel's socket, because it blocks again after a connect with a limit, and a read is then
   * one system call. Any other keeps on trying, polling and trying again for the rest of its life.
   */
  private Socket open() throws IOException {
    IOException failure = new ConnectException("no address");
    for (InetAddress address : InetAddress.getAllByName(host.getHostName())) {
      Socket socket = SocketChannel.open().socket();
      try {
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(address, port), millis(CONNECT_TIMEOUT));
        return socket;
      } catch (IOException e) {
        socket.close();
        failure = e;
      }
    }
    String text = "Connect to " + host.toURI() + " failed: " + failure.getMessage();
    throw failure instanceof SocketTimeoutException
        ? new SocketTimeoutException(text)
        : new ConnectException(text);
  }

  private Socket encrypt(Socket socket) throws IOException {
    socket.setSoTimeout(millis(CONNECT_TIMEOUT)); // a handshake is part of connecting
    return tls.upgrade(socket, host.getHostName(), port, null, null);
  }

  private static int millis(Duration duration) {
    return Math.toIntExact(duration.toMillis());
  }
}
