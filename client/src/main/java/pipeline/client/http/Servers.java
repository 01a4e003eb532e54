package pipeline.client.http;

import static pipeline.client.input.BadInputException.refuseIf;

import java.io.Closeable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import org.apache.hc.client5.http.utils.DateUtils;
import pipeline.client.input.BadInputException;

/** The servers that share a load; connections are kept from step to step. Thread-safe. */
public final class Servers implements Closeable {
  private static final String TOKEN = "API_TOKEN";
  private static final Pattern FITS_INTO_A_HEADER = Pattern.compile("[\\x21-\\x7e]+");

  private final List<String> urls;
  private final List<? extends HttpSender> senders;
  private final AtomicInteger rounds = new AtomicInteger();
  private final LongAccumulator aheadMillis = new LongAccumulator(Math::max, Long.MIN_VALUE);

  /** The servers that have answered with success. */
  private final Set<Integer> served = ConcurrentHashMap.newKeySet();

  /**
   * @param senders one for each server, owned from here on
   */
  public Servers(List<String> urls, List<? extends HttpSender> senders) {
    this.urls = urls;
    this.senders = senders;
  }

  /**
   * The servers at these URLs, with no connection open yet.
   *
   * @param keys gives the key of a request, by the number of its first line
   * @param env whose {@code API_TOKEN} is shown with every request, and never printed or written
   * @param threads how many send at once, at most
   * @throws BadInputException without the token, if no header can carry it
   */
  public static Servers at(
      List<ServerUrl> urls,
      LongFunction<String> keys,
      Map<String, String> env,
      Duration timeout,
      int threads) {
    Optional<String> token =
        Optional.ofNullable(env.get(TOKEN)).filter(secret -> !secret.isEmpty());
    refuseIf(
        token.isPresent() && !FITS_INTO_A_HEADER.matcher(token.get()).matches(),
        TOKEN + " must be visible ASCII characters on one line, without blanks");
    List<HttpSender> senders = new ArrayList<>();
    Servers servers = new Servers(urls.stream().map(ServerUrl::text).toList(), senders);
    for (ServerUrl url : urls) {
      senders.add(new PooledHttpSender(url, servers::noteDate, keys, token, timeout, threads));
    }
    return servers;
  }

  /** Takes the header {@code Date} of an answer that has just come. */
  private void noteDate(String date) {
    Instant now = DateUtils.parseStandardDate(date);
    if (now != null) {
      aheadMillis.accumulate(now.toEpochMilli() - System.currentTimeMillis());
    }
  }

  public List<String> urls() {
    return urls;
  }

  /**
   * By how much the servers' clock is ahead of this machine's, in milliseconds, as the {@code Date}
   * of their answers shows it; empty if none has told its time. Servers tell whole seconds, and
   * some the same one for two seconds: what is known of a load of a few seconds is up to two
   * seconds too little, but equally so for all clients of the same server.
   */
  public OptionalLong aheadMillis() {
    long ahead = aheadMillis.get();
    return ahead == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(ahead);
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
    served.add(server);
  }

  /** Whether the server has answered any request with success. */
  public boolean served(int server) {
    return served.contains(server);
  }

  /** Closes every connection. */
  @Override
  public void close() {
    senders.forEach(HttpSender::close);
  }
}
