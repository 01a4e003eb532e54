package pipeline.consumer.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** Requests as they are on the wire, to a port of the loopback. */
final class RawRequests {
  private RawRequests() {}

  static Socket send(int port, String text) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write(text.getBytes(UTF_8));
    return socket;
  }

  /** All that is answered until the end of the connection. */
  static String answer(int port, String text) throws IOException {
    try (Socket socket = send(port, text)) {
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  static String head(String line) {
    return line + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }
}
