package pipeline.client.http;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import pipeline.client.input.BadInputException;
import pipeline.wire.identity.RunId;

/** Senders of one run, without a token. */
final class Senders {
  static final RunId RUN = RunId.random(new SecureRandom());

  private Senders() {}

  /** A sender of one thread that waits longer than any test. */
  static PooledHttpSender to(String url) throws BadInputException {
    return to(url, Duration.ofSeconds(30));
  }

  static PooledHttpSender to(String url, Duration timeout) throws BadInputException {
    return new PooledHttpSender(
        ServerUrl.parse("--url", url),
        date -> {},
        seq -> RUN + "-" + seq,
        Optional.empty(),
        timeout,
        1);
  }
}
