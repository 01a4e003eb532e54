package pipeline.faults.system;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import pipeline.hooks.UnsafeVariant;
import pipeline.rig.Component;
import pipeline.rig.Jars;
import pipeline.rig.OurPrograms;
import pipeline.rig.Program;
import pipeline.rig.Programs;
import pipeline.rig.Rig;
import pipeline.rig.Spec;

/**
 * The pipeline's own programs, with the agent of the module {@code hooks} for those that are to
 * crash or to miscount. A crash point is armed at the first start of the program that has it, and
 * at no other. Thread-safe.
 */
final class FaultyPrograms implements Programs {
  /** The agent that injects faults. */
  private static final String AGENT = "deploy/hooks";

  /** The modules whose jars a run needs. */
  static final List<String> MODULES = List.of("client", "server", "consumer", AGENT);

  private final OurPrograms ours;
  private final Path agent;
  private final Setup setup;
  private final AtomicReference<String> crash;

  FaultyPrograms(Jars jars, Setup setup) {
    ours = new OurPrograms(jars);
    agent = jars.of(AGENT);
    this.setup = setup;
    crash = new AtomicReference<>(setup.holdLast() ? "" : setup.crash());
  }

  /** Arms a crash point for the next start of its program. */
  void arm(String point) {
    crash.set(point);
  }

  @Override
  public Program server(Rig rig, int port) {
    return ours.server(
        rig, port, faulty(rig, Component.SERVER, UnsafeVariant.Program.SERVER, "pub."));
  }

  @Override
  public Program consumer(Rig rig, String counter, Path state) {
    return ours.consumer(
        rig,
        counter,
        state,
        faulty(rig, Component.CONSUMER, UnsafeVariant.Program.CONSUMER, "con.", "ckpt."));
  }

  Program client(Rig rig, List<String> input) {
    return ours.client(rig, input, faulty(rig, Component.CLIENT, UnsafeVariant.Program.CLIENT));
  }

  private Spec.Tuning faulty(
      Rig rig, Component component, UnsafeVariant.Program program, String... prefixes) {
    Stream<String> always =
        setup.variant().filter(v -> v.program() == program).map(v -> v.toString()).stream();
    String armed = crash.get();
    boolean its = Stream.of(prefixes).anyMatch(armed::startsWith) && crash.compareAndSet(armed, "");
    List<String> faults = Stream.concat(always, its ? Stream.of(armed) : Stream.empty()).toList();
    Spec.Tuning tuning = rig.spec().tuning(component);
    return faults.isEmpty()
        ? tuning
        : tuning.withFlags(List.of("-javaagent:" + agent + "=" + String.join(",", faults)));
  }
}
