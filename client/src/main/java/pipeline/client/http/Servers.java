package pipeline.client.http;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The servers that share a load; connections are kept from step to step. Thread-safe. */
public final class Servers implements Closeable {
  private final List<String> urls;
  private final List<? extends HttpSender> senders;
  private final AtomicInteger rotations = new AtomicInteger();

  /**
   * @param senders one for each server, owned from here on
   */
  public Servers(List<String> urls, List<? extends HttpSender> senders) {
    this.urls = urls;
    this.senders = senders;
  }

  /** Opens no connection yet. */
  public static Servers at(
      List<ServerUrl> urls, RunId runId, Optional<ApiToken> token, Duration timeout) {
    return new Servers(
        urls.stream().map(ServerUrl::toString).toList(),
        urls.stream().map(url -> new PooledHttpSender(url, runId, token, timeout)).toList());
  }

  public List<String> urls() {
    return urls;
  }

  /** A round for one more thread. */
  public ServerRotation rotation() {
    return new ServerRotation(senders, Math.floorMod(rotations.getAndIncrement(), senders.size()));
  }

  /** Closes every connection, even if one fails at it. */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (HttpSender sender : senders) {
      try {
        sender.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
