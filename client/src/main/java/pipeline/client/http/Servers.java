package pipeline.client.http;

import java.io.Closeable;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import pipeline.wire.identity.RunId;

/** The servers that share a load; connections are kept from step to step. Thread-safe. */
public final class Servers implements Closeable {
  private final List<String> urls;
  private final List<? extends HttpSender> senders;
  private final AtomicInteger rounds = new AtomicInteger();

  /**
   * @param senders one for each server, owned from here on
   */
  public Servers(List<String> urls, List<? extends HttpSender> senders) {
    this.urls = urls;
    this.senders = senders;
  }

  /**
   * Opens no connection yet.
   *
   * @param urls each without a slash at its end
   * @param threads how many send at once, at most
   */
  public static Servers at(
      List<URI> urls, RunId runId, Optional<ApiToken> token, Duration timeout, int threads) {
    return new Servers(
        urls.stream().map(URI::toString).toList(),
        urls.stream()
            .map(url -> new PooledHttpSender(url, runId, token, timeout, threads))
            .toList());
  }

  public List<String> urls() {
    return urls;
  }

  /**
   * The index of the server with which the next thread begins its round: threads begin at different
   * servers, so that they spread evenly.
   */
  public int nextRound() {
    return Math.floorMod(rounds.getAndIncrement(), senders.size());
  }

  /** The index of the next server in a round. */
  public int after(int server) {
    return (server + 1) % senders.size();
  }

  public HttpSender sender(int server) {
    return senders.get(server);
  }

  /** Closes every connection. */
  @Override
  public void close() {
    senders.forEach(HttpSender::close);
  }
}
