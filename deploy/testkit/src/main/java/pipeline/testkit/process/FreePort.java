package pipeline.testkit.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port of the loopback that nobody listens on, from below the range that Linux draws the ports of
 * outgoing connections from: a program that is killed finds its port still free at its restart.
 */
public final class FreePort {
  private static final int FIRST = 20_000;
  private static final int LAST = 32_767;
  private static final int MAX_ATTEMPTS = 100;

  private FreePort() {}

  public static int find() throws IOException {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IOException("no free port from " + FIRST + " to " + LAST);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
