package pipeline.faults.plan;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import pipeline.faults.system.Setup;

/**
 * A fault by its name. Immutable.
 *
 * @param evidence what it must leave behind for the run to count
 * @param plan draws the actions
 * @param alone whether it needs a run of its own: it asks for another setup, or takes long
 */
public record Fault(
    String name,
    Set<Evidence> evidence,
    Setup setup,
    Function<RandomGenerator, List<TimedAction>> plan,
    boolean alone) {

  /** A fault of the standard setup, which other faults may share a run with. */
  static Fault of(
      String name, Set<Evidence> evidence, Function<RandomGenerator, List<TimedAction>> plan) {
    return new Fault(name, evidence, Setup.STANDARD, plan, false);
  }

  Fault alone(Setup with) {
    return new Fault(name, evidence, with, plan, true);
  }
}
