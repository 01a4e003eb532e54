package pipeline.faults.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * What will be done to a run and when. A pure function of seed and fault: the same seed makes the
 * same plan. Immutable.
 *
 * @param name the faults, joined by {@code +}
 * @param linesPerRequest how many lines the client sends at once
 */
public record FaultPlan(
    long seed,
    String name,
    Setup setup,
    Set<Evidence> evidence,
    List<FaultAction> actions,
    int linesPerRequest) {
  /** The evidence that a fault must leave; a run without it did not test that fault. */
  public enum Evidence {
    /** Requests that the client had to send again. */
    RETRIES,
    /** Messages that the broker delivered again. */
    REDELIVERED,
    /** Entries that the consumer had counted already. */
    SUPPRESSED,
    /** A process that died at its crash point. */
    CRASH,
    /** A commit that the store refused. */
    COMMIT_REFUSED,
    /** A hostile client that had many answers, or has begun all requests that it holds. */
    HOSTILE_CLIENT,
    /** Lines that were lost for good, and that the report says are missing. */
    LOSS_SEEN
  }

  /** The lines in a request: single lines, short ranges, and ranges of some thousand bytes. */
  private static final List<Integer> MIXED = List.of(1, 7, 100);

  /** The lines in a request to partitions: a run has three blocks or four, and some cross them. */
  private static final List<Integer> LARGE = List.of(700, 1_000);

  /** A plan of exactly these faults; only the first may be one that stands alone. */
  public static FaultPlan of(long seed, List<Fault> faults) {
    SplittableRandom random = new SplittableRandom(seed);
    List<FaultAction> actions = new ArrayList<>();
    Set<Evidence> evidence = EnumSet.noneOf(Evidence.class);
    for (Fault fault : faults) {
      actions.addAll(fault.plan().apply(random));
      evidence.addAll(fault.evidence());
    }
    actions.sort(Comparator.comparingInt(FaultAction::atMillis));
    String name = faults.stream().map(Fault::name).collect(Collectors.joining("+"));
    return new FaultPlan(
        seed, name, faults.get(0).setup(), Set.copyOf(evidence), List.copyOf(actions), 1);
  }

  /**
   * The plan of a seed: consecutive seeds go through the whole catalogue, and about half of the
   * faults that need no run of their own are joined by a second one.
   */
  public static FaultPlan drawn(long seed, FaultCatalogue catalogue) {
    Fault first = catalogue.ofSeed(seed);
    SplittableRandom random = new SplittableRandom(~seed);
    if (first.alone() || random.nextBoolean()) {
      return of(seed, List.of(first));
    }
    List<Fault> company = new ArrayList<>(catalogue.companions());
    company.remove(first);
    return of(seed, List.of(first, company.get(random.nextInt(company.size()))));
  }

  /** This plan with so many partitions of the queue. */
  public FaultPlan withPartitions(int number) {
    return new FaultPlan(
        seed, name, setup.withPartitions(number), evidence, actions, linesPerRequest);
  }

  /**
   * This plan with 1, 7 or 100 lines in a request, 700 or 1,000 to partitions, as the seed says.
   */
  public FaultPlan mixed() {
    List<Integer> some = setup.isDivided() ? LARGE : MIXED;
    int lines = some.get(new SplittableRandom(seed).split().nextInt(some.size()));
    return new FaultPlan(seed, name, setup, evidence, actions, lines);
  }

  /** The number of processes that this plan kills. */
  public int kills() {
    return actions.stream().mapToInt(FaultAction::kills).sum();
  }

  /** The number of messages that must end in the dead queue. */
  public int poison() {
    return actions.stream().mapToInt(FaultAction::poison).sum();
  }
}
