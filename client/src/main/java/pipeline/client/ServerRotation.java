package pipeline.client;

import java.util.List;

/** One thread's round through the servers, a server for each attempt. For one thread only. */
final class ServerRotation {
  private final List<? extends HttpSender> servers;
  private int next;

  /**
   * @param first where the round begins: threads that begin at different servers spread evenly
   */
  ServerRotation(List<? extends HttpSender> servers, int first) {
    this.servers = servers;
    this.next = first % servers.size();
  }

  /** Moves on to the next server and returns its place in the list. */
  int advance() {
    int server = next;
    next = (next + 1) % servers.size();
    return server;
  }

  HttpSender sender(int server) {
    return servers.get(server);
  }
}
