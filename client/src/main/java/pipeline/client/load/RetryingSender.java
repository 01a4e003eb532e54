package pipeline.client.load;

import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import pipeline.client.http.Outcome;
import pipeline.client.http.Request;
import pipeline.client.http.Servers;

/**
 * Sends a request until it succeeds or the policy gives up, each attempt to the next server. One
 * for each worker: attempts are timed and their waits are spent on the calling thread.
 */
public final class RetryingSender {
  private final Servers servers;
  private final RetryPolicy policy;
  private final Consumer<String> errors;
  private final StopSignal stop;
  private final LongSupplier nanoClock;
  private int nextServer;

  /**
   * @param errors told what went wrong with each failed attempt
   */
  public RetryingSender(
      Servers servers,
      RetryPolicy policy,
      Consumer<String> errors,
      StopSignal stop,
      LongSupplier nanoClock) {
    this.servers = servers;
    this.policy = policy;
    this.errors = errors;
    this.stop = stop;
    this.nanoClock = nanoClock;
    this.nextServer = servers.nextRound();
  }

  /**
   * Sends at once. A stop ends the wait before a retry, and with it the request, as failed.
   *
   * @throws InterruptedException if the thread was interrupted in such a wait
   */
  public Result send(Request request) throws InterruptedException {
    long begun = nanoClock.getAsLong();
    String type = request.method();
    for (int attempts = 1; ; attempts++) {
      int server = nextServer;
      nextServer = servers.after(server);
      long start = nanoClock.getAsLong();
      Outcome outcome = servers.sender(server).send(request);
      long service = nanoClock.getAsLong() - start;
      OptionalLong wait = OptionalLong.empty();
      if (outcome.isSuccess()) {
        servers.hasServed(server);
      } else {
        errors.accept(outcome.error());
        wait = policy.waitNanos(attempts - 1, outcome, servers.served(server));
      }
      if (wait.isEmpty() || stop.await(wait.getAsLong())) {
        return new Result(
            type, request.lines(), server, begun, start, start, service, attempts, outcome);
      }
    }
  }
}
