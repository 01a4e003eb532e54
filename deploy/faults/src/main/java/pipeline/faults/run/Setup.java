package pipeline.faults.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.hooks.UnsafeVariant;
import pipeline.rig.Component;
import pipeline.rig.Link;
import pipeline.rig.Spec;
import pipeline.testkit.proxy.Flow;
import pipeline.wire.workload.Workload;

/**
 * What stands in a run, and what is armed in it. Immutable.
 *
 * @param spec of the pipeline; its workload, queue and store are the run's
 * @param crash {@code POINT:HIT} for the first start of the program that has this point, or empty
 * @param holdLast whether the last line is posted alone as a run of its own, after everything else
 *     is counted, to a program started anew: then the first hit of {@code crash} is that of the
 *     last line
 * @param variant the unsafe variant at each start of its program; empty for none
 * @param disk the disk of the consumer's state
 */
public record Setup(
    Spec spec,
    String crash,
    boolean holdLast,
    Optional<UnsafeVariant> variant,
    StateDisk.Kind disk) {
  /** Slows the load down to some 600 lines a second, so that faults land within it. */
  private static final Flow THROTTLE = Flow.delayed(Duration.ofMillis(15), Duration.ZERO);

  private static final int CONSUMER_THREADS = 4;
  private static final List<String> SMALL =
      List.of(
          ("-Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto"
                  + " -XX:+ExitOnOutOfMemoryError")
              .split(" ", -1));
  private static final Spec SPEC =
      Spec.of(Workload.WORDCOUNT, "chaos")
          .consumers(1, CONSUMER_THREADS)
          .flags(Component.CLIENT, SMALL)
          .flags(Component.SERVER, SMALL)
          .flags(Component.CONSUMER, SMALL)
          .with(Component.CONSUMER, "--prefetch", "500")
          .with(Component.CLIENT, "--timeout", "3")
          .links(
              Map.of(
                  Link.HTTP, THROTTLE,
                  Link.PUBLISH, Flow.PASS,
                  Link.CONSUME, Flow.PASS,
                  Link.STORE, Flow.PASS))
          .restart(Spec.Restart.UNLESS_REFUSED);

  public static final Setup STANDARD =
      new Setup(SPEC, "", false, Optional.empty(), StateDisk.Kind.DIRECTORY).withCommitMillis(200);

  /** This setup with one setting, or one option such as {@code --prefetch}, of a component. */
  public Setup with(Component component, String name, String value) {
    return new Setup(spec.with(component, name, value), crash, holdLast, variant, disk);
  }

  public Setup withPartitions(int number) {
    Spec divided = spec.with("PARTITIONS", Integer.toString(number));
    return new Setup(divided, crash, holdLast, variant, disk);
  }

  public boolean isDivided() {
    return spec.topology().partitions().number() > 1;
  }

  public Setup withCommitMillis(int millis) {
    return with(Component.CONSUMER, "--commit-interval", Integer.toString(millis));
  }

  public Setup withCrash(String point, boolean last) {
    return new Setup(spec, point, last, variant, disk);
  }

  /** Whether a program crashes at a hit that a run of the usual length may not reach. */
  public boolean isLateCrash() {
    return crash.endsWith(":" + FaultCatalogue.LATE_HIT);
  }

  public Setup withVariant(UnsafeVariant unsafe) {
    return new Setup(spec, crash, holdLast, Optional.of(unsafe), disk);
  }

  public Setup withDisk(StateDisk.Kind kind) {
    return new Setup(spec, crash, holdLast, variant, kind);
  }
}
