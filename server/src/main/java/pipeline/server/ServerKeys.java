package pipeline.server;

import java.util.concurrent.atomic.AtomicLong;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * Identities for requests that come without one: a run of the server's own and its own count.
 * Thread-safe.
 */
final class ServerKeys {
  private final RunId run;
  private final AtomicLong made;

  ServerKeys(RunId run) {
    this(run, 0);
  }

  ServerKeys(RunId run, long made) {
    this.run = run;
    this.made = new AtomicLong(made);
  }

  /** A key never given before; after 2^31 of them the next run begins. */
  RequestKey next() {
    long number = made.getAndIncrement();
    long runs = number >>> (Integer.SIZE - 1);
    RunId current = runs == 0 ? run : new RunId(run.high(), run.low() + runs);
    return new RequestKey(current, (int) (number & Integer.MAX_VALUE));
  }
}
