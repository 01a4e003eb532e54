package pipeline.client.http;

import java.io.Closeable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** The servers that share a load; connections are kept from step to step. Thread-safe. */
public final class Servers implements Closeable {
  private final List<String> urls;
  private final List<? extends HttpSender> senders;
  private final ServerClock clock;
  private final AtomicInteger rounds = new AtomicInteger();

  /** A flag for each server: 1 once it has answered with success. */
  private final AtomicIntegerArray served;

  /**
   * @param senders one for each server, owned from here on
   */
  public Servers(List<String> urls, List<? extends HttpSender> senders) {
    this(urls, senders, new ServerClock());
  }

  private Servers(List<String> urls, List<? extends HttpSender> senders, ServerClock clock) {
    this.urls = urls;
    this.senders = senders;
    this.clock = clock;
    this.served = new AtomicIntegerArray(senders.size());
  }

  /**
   * The servers at these URLs, with no connection open yet.
   *
   * @param threads how many send at once, at most
   */
  public static Servers at(
      List<ServerUrl> urls,
      CurrentRun run,
      Optional<ApiToken> token,
      Duration timeout,
      int threads) {
    ServerClock clock = new ServerClock();
    return new Servers(
        urls.stream().map(ServerUrl::text).toList(),
        urls.stream()
            .map(url -> new PooledHttpSender(url, clock, run, token, timeout, threads))
            .toList(),
        clock);
  }

  public List<String> urls() {
    return urls;
  }

  public ServerClock clock() {
    return clock;
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

  /** Notes that a server has answered a request with success. */
  public void hasServed(int server) {
    if (served.get(server) == 0) {
      served.set(server, 1);
    }
  }

  /** Whether the server has answered any request with success. */
  public boolean served(int server) {
    return served.get(server) != 0;
  }

  /** Closes every connection. */
  @Override
  public void close() {
    senders.forEach(HttpSender::close);
  }
}
