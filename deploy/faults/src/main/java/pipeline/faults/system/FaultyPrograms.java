package pipeline.faults.system;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import pipeline.rig.Component;
import pipeline.rig.Jars;
import pipeline.rig.OurPrograms;
import pipeline.rig.Rig;
import pipeline.rig.Tuning;

/**
 * The pipeline's own programs, with the agent of the module {@code hooks} for those that are to
 * crash or to miscount. A crash point is armed at the first start of the program that has it, and
 * at no other. Thread-safe.
 */
final class FaultyPrograms extends OurPrograms {
  /** The agent that injects faults. */
  private static final String AGENT = "deploy/hooks";

  /** The modules whose jars a run needs. */
  static final List<String> MODULES = List.of("client", "server", "consumer", AGENT);

  private final Path agent;
  private final Setup setup;
  private final AtomicReference<String> crash;

  FaultyPrograms(Jars jars, Setup setup) {
    super(jars);
    agent = jars.of(AGENT);
    this.setup = setup;
    crash = new AtomicReference<>(setup.holdLast() ? "" : setup.crash());
  }

  /** Arms a crash point for the next start of its program. */
  void arm(String point) {
    crash.set(point);
  }

  /** The component that has a crash point. */
  static Component owner(String point) {
    return point.startsWith("pub.") ? Component.SERVER : Component.CONSUMER;
  }

  @Override
  protected Tuning tuning(Rig rig, Component component) {
    List<String> faults = new ArrayList<>();
    setup
        .variant()
        .filter(variant -> variant.program().name().equals(component.name()))
        .ifPresent(variant -> faults.add(variant.toString()));
    String armed = crash.get();
    if (!armed.isEmpty() && owner(armed) == component && crash.compareAndSet(armed, "")) {
      faults.add(armed);
    }
    Tuning tuning = super.tuning(rig, component);
    return faults.isEmpty()
        ? tuning
        : tuning.withFlags(List.of("-javaagent:" + agent + "=" + String.join(",", faults)));
  }
}
