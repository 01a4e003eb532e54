package pipeline.client.broker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks the first of several sources that answers, and from then on only that one. */
public final class FirstAnswering implements BrokerSource {
  private final List<BrokerSource> candidates;
  private final Optional<PassiveDeclare> broker;
  private BrokerSource chosen;

  /**
   * @param broker the broker that the candidates must be of, since another's may answer in their
   *     place; empty where they were named by hand
   */
  FirstAnswering(List<BrokerSource> candidates, Optional<PassiveDeclare> broker) {
    this.candidates = List.copyOf(candidates);
    this.broker = broker;
  }

  @Override
  public BrokerReading read() throws IOException {
    if (chosen != null) {
      return chosen.read();
    }
    List<String> failures = new ArrayList<>();
    for (BrokerSource candidate : candidates) {
      try {
        BrokerReading reading = candidate.read();
        if (broker.isPresent() && candidate != broker.get()) {
          broker.get().requireSame(candidate, reading);
        }
        chosen = candidate;
        return reading;
      } catch (IOException e) {
        failures.add(e.getMessage());
      }
    }
    throw new IOException(String.join("; ", failures));
  }

  /** The candidates, in the order in which they are asked. */
  List<BrokerSource> candidates() {
    return candidates;
  }

  @Override
  public String description() {
    return chosen == null ? "nothing" : chosen.description();
  }

  @Override
  public long staleMillis() {
    return chosen == null ? 0 : chosen.staleMillis();
  }

  @Override
  public void close() throws IOException {
    for (BrokerSource candidate : candidates) {
      candidate.close();
    }
  }
}
