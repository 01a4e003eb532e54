package pipeline.faults;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import pipeline.faults.neighbour.Neighbour;
import pipeline.hooks.CrashPoint;
import pipeline.hooks.UnsafeVariant;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.Flow;

/**
 * A pipeline made unsafe on purpose, with a fault that must show it. A harness that calls such a
 * run exact is blind. Immutable.
 *
 * @param name what is unsafe
 * @param steps the fault, the same for the safe pipeline and for the unsafe one
 * @param unsafe how the setup is made unsafe
 */
record Control(String name, Setup safe, List<TimedStep> steps, UnaryOperator<Setup> unsafe) {
  private static final long SEED = 1;

  /** So long that no commit falls between the consumer's start and its kill. */
  private static final int LONG_COMMIT_MILLIS = 10_000;

  /** The first commit is the empty state of the start; a fast machine makes few after this one. */
  private static final String FIRST_WITH_COUNTS = ":2";

  Plan safePlan() {
    return plan(name + ":safe", safe);
  }

  Plan unsafePlan() {
    return plan(name + ":unsafe", unsafe.apply(safe));
  }

  private Plan plan(String planName, Setup setup) {
    return new Plan(SEED, planName, setup, Set.of(), steps, 1);
  }

  /** The ten of them. */
  static List<Control> all() {
    Setup standard = Setup.STANDARD;
    Setup rarelyDurable = standard.withCommitMillis(LONG_COMMIT_MILLIS);
    Step killConsumer = new Step.Kill(Set.of(Part.CONSUMER));
    return List.of(
        new Control(
            "auto-ack",
            rarelyDurable,
            List.of(new TimedStep(2_000, 2_200, killConsumer)),
            consumer(UnsafeVariant.AUTO_ACK)),
        new Control(
            "no-identities",
            standard,
            List.of(
                new TimedStep(
                    800, 2_300, new Step.Impair(Line.HTTP, Direction.BACK, Flow.SWALLOW))),
            consumer(UnsafeVariant.NO_IDENTITIES)),
        new Control(
            "confirm-none",
            standard,
            List.of(
                new TimedStep(
                    800, 2_300, new Step.Impair(Line.PUBLISH, Direction.THERE, Flow.SWALLOW))),
            setup -> setup.withServerSettings(Map.of("CONFIRM", "none"))),
        new Control(
            "ack-before-commit",
            standard.withCrash(CrashPoint.BEFORE_COMMIT + FIRST_WITH_COUNTS, false),
            List.of(),
            consumer(UnsafeVariant.ACK_BEFORE_COMMIT)),
        new Control(
            "ack-duplicates-early",
            rarelyDurable,
            List.of(
                new TimedStep(500, 500, new Step.Break(Line.CONSUME, Flow.Ending.RESET)),
                new TimedStep(2_000, 2_200, killConsumer)),
            consumer(UnsafeVariant.ACK_DUPLICATES_EARLY)),
        new Control(
            "no-sync",
            standard.withDisk(StateDisk.Kind.IMAGE),
            List.of(new TimedStep(2_000, 2_200, new Step.CutPower())),
            consumer(UnsafeVariant.NO_SYNC)),
        new Control(
            "mandatory-off",
            standard,
            List.of(
                new TimedStep(500, 2_500, new Step.Freeze(Part.CLIENT)),
                new TimedStep(2_000, 4_500, killConsumer),
                new TimedStep(2_200, 2_200, new Step.DeleteQueue())),
            setup -> setup.withServerSettings(Map.of("MANDATORY", "off"))),
        unlimited(
            Neighbour.RUNS,
            standard.withConsumerOptions("--max-runs", "100"),
            Map.of("MAX_RUNS", "50"),
            Map.of("MAX_RUNS", "1000000")),
        unlimited(
            Neighbour.WORDS,
            standard.withConsumerOptions("--max-words", "16"),
            Map.of("MAX_RUNS", "8", "MAX_WORDS_MIB", "12"),
            Map.of("MAX_RUNS", "8", "MAX_WORDS_MIB", "1000")),
        unlimited(
            Neighbour.FAR_LINES,
            standard.withConsumerOptions("--max-identities", "1"),
            Map.of("MAX_RUNS", "8", "MAX_IDENTITIES_MIB", "1"),
            Map.of("MAX_RUNS", "8", "MAX_IDENTITIES_MIB", "1000")));
  }

  /** A server that admits more than the consumer can hold. */
  private static Control unlimited(
      Neighbour neighbour, Setup setup, Map<String, String> limited, Map<String, String> open) {
    return new Control(
        "unlimited-" + neighbour.spelled(),
        setup.withServerSettings(limited),
        List.of(new TimedStep(500, 3_500, new Step.Bother(neighbour))),
        safe -> safe.withServerSettings(open));
  }

  static List<Control> named(List<String> names) {
    return all().stream().filter(control -> names.contains(control.name())).toList();
  }

  private static UnaryOperator<Setup> consumer(UnsafeVariant variant) {
    return setup -> setup.withConsumer(variant);
  }
}
