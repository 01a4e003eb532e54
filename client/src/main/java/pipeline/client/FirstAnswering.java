package pipeline.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Asks the first of several sources that answers, and from then on only that one. */
final class FirstAnswering implements BrokerSource {
  private final List<BrokerSource> candidates;
  private BrokerSource chosen;

  FirstAnswering(List<BrokerSource> candidates) {
    this.candidates = List.copyOf(candidates);
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
        chosen = candidate;
        return reading;
      } catch (IOException e) {
        failures.add(e.getMessage());
      }
    }
    throw new IOException(String.join("; ", failures));
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
