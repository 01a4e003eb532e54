package pipeline.client.http;

import java.util.List;

/** One thread's round through the servers, a server for each attempt. For one thread only. */
public final class ServerRotation {
  private final List<? extends HttpSender> servers;
  private int next;

  /**
   * @param first where the round begins: threads that begin at different servers spread evenly
   */
  public ServerRotation(List<? extends HttpSender> servers, int first) {
    this.servers = servers;
    this.next = first % servers.size();
  }

  /** Moves on to the next server and returns its place in the list. */
  public int advance() {
    int server = next;
    next = (next + 1) % servers.size();
    return server;
  }

  public HttpSender sender(int server) {
    return servers.get(server);
  }
}
