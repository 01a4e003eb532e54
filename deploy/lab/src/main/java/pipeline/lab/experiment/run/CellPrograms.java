package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.rig.Component;
import pipeline.rig.Jars;
import pipeline.rig.Link;
import pipeline.rig.OurPrograms;
import pipeline.rig.Program;
import pipeline.rig.Rig;
import pipeline.rig.Spec;
import pipeline.testkit.proxy.Flow;
import pipeline.wire.workload.Workload;

/**
 * What a cell is as a rig: the spec that its levels come to, and the programs of its design, which
 * are ours or those that they are compared with.
 */
final class CellPrograms extends OurPrograms {
  final Cell cell;

  CellPrograms(Cell cell, Jars jars) {
    super(jars);
    this.cell = cell;
  }

  /** The modules whose jars these cells need. */
  static List<String> modules(List<Cell> cells) {
    Set<String> modules = new TreeSet<>(Set.of("client"));
    cells.forEach(cell -> modules.addAll(DesignUnderTest.of(cell).modules()));
    return List.copyOf(modules);
  }

  /** The spec of a cell. */
  static Spec spec(Cell cell, Workload workload, String queue) {
    DesignUnderTest design = DesignUnderTest.of(cell);
    Spec spec =
        Spec.of(workload, queue)
            .servers(Setting.SERVERS.number(cell))
            .balancer(Setting.BALANCER.isStandard(cell) ? "" : Setting.BALANCER.of(cell))
            .consumers(Setting.CONSUMERS.number(cell), Setting.CONSUMER_THREADS.number(cell))
            .links(links(cell))
            .cpus(Component.CLIENT, cpus(cell, Setting.CPUS_CLIENT))
            .cpus(Component.SERVER, cpus(cell, Setting.CPUS_SERVER))
            .cpus(Component.CONSUMER, cpus(cell, Setting.CPUS_CONSUMER));
    if (!design.hasQueue()) {
      spec = spec.counting(workload, List.of(), queue);
    }
    if (!Setting.LINES_PER_REQUEST.isStandard(cell)) {
      spec = told(spec, cell, Component.CLIENT, Setting.LINES_PER_REQUEST);
    }
    return design.hasOurServer() ? ours(spec, cell) : reference(spec, cell, design);
  }

  /** The links that have a delay, which may be 0. */
  private static Map<Link, Flow> links(Cell cell) {
    Map<Link, Flow> links = new EnumMap<>(Link.class);
    Map.of(
            Link.HTTP, Setting.DELAY_CLIENT,
            Link.PUBLISH, Setting.DELAY_BROKER,
            Link.CONSUME, Setting.DELAY_CONSUMER)
        .forEach(
            (link, delay) ->
                Setting.delay(delay.of(cell)).ifPresent(flow -> links.put(link, flow)));
    return links;
  }

  /** The CPUs in the form that {@code taskset} takes. */
  private static String cpus(Cell cell, Setting cpus) {
    return cpus.isStandard(cell) ? "" : cpus.of(cell).replace("core", "");
  }

  /** Tells a component a level, servers by their environment, unless it is left to the program. */
  private static Spec told(Spec spec, Cell cell, Component component, Setting setting) {
    String name = component == Component.SERVER ? setting.name() : "--" + setting.spelled();
    return setting.is(cell, Setting.AUTO) ? spec : spec.with(component, name, setting.of(cell));
  }

  /** Our programs, with all of the cell's levels. */
  private static Spec ours(Spec spec, Cell cell) {
    List<String> flags =
        Setting.JVM.isStandard(cell) ? List.of() : List.of(Setting.JVM.of(cell).split(" "));
    Spec all =
        spec.store(
                switch (Setting.STORE.of(cell)) {
                  case "file" -> Spec.Store.FILE;
                  case "redis" -> Spec.Store.REDIS;
                  default -> Spec.Store.DEFAULT;
                })
            .flags(Component.SERVER, flags)
            .flags(Component.CONSUMER, flags)
            .with("QUEUE_TYPE", Setting.QUEUE.of(cell))
            .with("PARTITIONS", Setting.PARTITIONS.of(cell))
            .with("DURABLE", Setting.DURABLE.of(cell))
            .with(Component.CONSUMER, "--ack", Setting.ACK.of(cell));
    for (Setting each : Setting.named("publish confirm delivery channels server-threads")) {
      all = told(all, cell, Component.SERVER, each);
    }
    return told(all, cell, Component.CONSUMER, Setting.PREFETCH);
  }

  /**
   * Our programs with the reference design, or a consumer of it for the servers of others, which
   * have no health page. The consumer merges in one step: losing updates, as reported, would void
   * every comparison.
   */
  private static Spec reference(Spec spec, Cell cell, DesignUnderTest design) {
    boolean isDurable = design != DesignUnderTest.REFERENCE;
    Spec all =
        spec.signs(Set.of(Spec.Sign.TAKES_A_LINE))
            .store(Spec.Store.DEFAULT)
            .with(Component.SERVER, "DESIGN", "reference")
            .with(Component.CONSUMER, "DURABLE", isDurable ? "on" : "off")
            .with(Component.CONSUMER, "--design", "reference")
            .with(Component.CONSUMER, "--merge", "atomic");
    if (design == DesignUnderTest.REFERENCE_SAFE) {
      all =
          all.with(Component.SERVER, "DURABLE", "on")
              .with(Component.SERVER, "DELIVERY", "persistent")
              .with(Component.SERVER, "CONFIRM", "on");
    }
    if (design == DesignUnderTest.REFERENCE_SAFE || design == DesignUnderTest.SPRING) {
      all =
          all.with(Component.CONSUMER, "--ack", "manual")
              .with(Component.CONSUMER, "--prefetch", "100");
    }
    return told(all, cell, Component.SERVER, Setting.CHANNELS);
  }

  @Override
  public Program server(Rig rig, int port) throws IOException {
    return switch (DesignUnderTest.of(cell)) {
      case SPRING -> spring(rig, port, "confirmed");
      case SPRING_UNCONFIRMED -> spring(rig, port, "unconfirmed");
      case SPRING_NOTHING -> spring(rig, port, "nothing");
      case NOTHING -> jar("deploy/peers", List.of()).plus(Integer.toString(port));
      default -> ours(rig, port);
    };
  }

  private Program ours(Rig rig, int port) throws IOException {
    Program server = super.server(rig, port);
    return Setting.GETS.number(cell) > 0 ? server.with("REDIS_URL", rig.redis()) : server;
  }

  /**
   * The reference design's server on Spring Boot with spring-rabbit.
   *
   * @param profile of Spring: confirmed, unconfirmed or nothing
   */
  private Program spring(Rig rig, int port, String profile) {
    return jar("deploy/peers-spring", List.of())
        .with("SERVER_ADDRESS", "127.0.0.1")
        .with("SERVER_PORT", Integer.toString(port))
        .with("SPRING_RABBITMQ_ADDRESSES", rig.amqp(Link.PUBLISH))
        .with("SPRING_PROFILES_ACTIVE", profile)
        .with("QUEUE", rig.spec().queue());
  }

  /**
   * The options of the client while it is measured.
   *
   * @param csv where a row for each request goes, if the cell has them
   */
  List<String> measuring(Path csv) {
    List<String> options = new ArrayList<>();
    if (!Setting.CSV.isStandard(cell)) {
      options.addAll(List.of("--csv", csv.toString()));
    }
    if (!Setting.FIRST_PHASE.of(cell).equals("none")) {
      options.addAll(List.of("--phases", Setting.FIRST_PHASE.of(cell) + ",N"));
    }
    options.addAll(warmingUp());
    return options;
  }

  /**
   * The options of the client in the warm-up: the first read connects a server to Redis, which
   * takes a while.
   */
  List<String> warmingUp() {
    return Setting.GETS.number(cell) > 0 ? List.of("--gets", Setting.GETS.of(cell)) : List.of();
  }
}
