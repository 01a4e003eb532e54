package pipeline.lab.experiment.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.run.Input.Workload;
import pipeline.lab.process.Program;
import pipeline.lab.system.CommandLines;
import pipeline.lab.system.Pipeline.Readiness;

/**
 * The command lines of a cell. Immutable.
 *
 * @param ofConsumers the same as {@code lines}, but may reach the broker by another way
 */
record CellPrograms(
    Cell cell, Workload workload, CommandLines lines, CommandLines ofConsumers, String queue) {
  private static final String OURS = "ours";

  /** The modules whose jars these cells need. */
  static List<String> modules(List<Cell> cells) {
    Set<String> modules = new TreeSet<>(Set.of("client"));
    for (Cell cell : cells) {
      switch (Setting.DESIGN.of(cell)) {
        case OURS -> modules.addAll(Set.of("server", "consumer"));
        case "spring" -> modules.addAll(Set.of("deploy/peers", "deploy/peers-spring"));
        default -> modules.add("deploy/peers");
      }
    }
    return List.copyOf(modules);
  }

  private boolean isOurs() {
    return Setting.DESIGN.of(cell).equals(OURS);
  }

  /** Only ours have a page that says so. */
  Readiness readiness() {
    return isOurs() ? Readiness.HEALTH : Readiness.POST;
  }

  /**
   * A server of the cell.
   *
   * @param redis its URL, for reads
   */
  Program server(int port, String redis) {
    return onAllCpus(serverOfDesign(port, redis));
  }

  private Program serverOfDesign(int port, String redis) {
    return switch (Setting.DESIGN.of(cell)) {
      case "reference" -> lines.registry(port, queue, false);
      case "reference-safe" -> lines.registry(port, queue, true);
      case "spring" -> lines.spring(port, queue, true);
      default -> ourServer(port, redis);
    };
  }

  private Program ourServer(int port, String redis) {
    Program server =
        lines
            .server(port, queue)
            .with("WORKLOAD", workload.spelled())
            .with("QUEUE_TYPE", Setting.QUEUE.of(cell))
            .with("DURABLE", Setting.DURABLE.of(cell))
            .with("PUBLISH", Setting.PUBLISH.of(cell))
            .with("CONFIRM", Setting.CONFIRM.of(cell))
            .with("DELIVERY", Setting.DELIVERY.of(cell));
    if (Setting.GETS.number(cell) > 0) {
      server = server.with("REDIS_URL", redis);
    }
    return isAuto(Setting.CHANNELS) ? server : server.with("CHANNELS", Setting.CHANNELS.of(cell));
  }

  /**
   * A consumer of the cell.
   *
   * @param counting the workload as consumers call it
   * @param state for the counts, if they are kept in a file
   * @param redis its URL, if they are kept there
   */
  Program consumer(String counting, Path dump, Path state, String redis) {
    return onAllCpus(consumerOfDesign(counting, dump, state, redis));
  }

  private Program consumerOfDesign(String counting, Path dump, Path state, String redis) {
    int threads = Setting.CONSUMER_THREADS.number(cell);
    if (!isOurs()) {
      boolean safe = !Setting.DESIGN.of(cell).equals("reference");
      return ofConsumers.registryConsumer(queue, threads, safe).plus("--dump", dump.toString());
    }
    List<String> arguments = new ArrayList<>(List.of("--workload", counting));
    arguments.addAll(List.of("--dump", dump.toString()));
    switch (Setting.STORE.of(cell)) {
      case "file" -> arguments.addAll(List.of("--state", state.toString()));
      case "redis" -> arguments.addAll(List.of("--store", redis));
      default -> {
        // in memory, as it comes
      }
    }
    arguments.addAll(List.of("--ack", Setting.ACK.of(cell)));
    if (!isAuto(Setting.PREFETCH)) {
      arguments.addAll(List.of("--prefetch", Setting.PREFETCH.of(cell)));
    }
    return ofConsumers
        .consumer(threads, queue)
        .with("QUEUE_TYPE", Setting.QUEUE.of(cell))
        .with("DURABLE", Setting.DURABLE.of(cell))
        .plus(arguments.toArray(String[]::new));
  }

  /**
   * The cell's client.
   *
   * @param input what it sends, with how many threads
   * @param urls of the servers
   */
  Program client(List<String> input, List<String> urls, String... more) {
    Program client = lines.client(input);
    for (String url : urls) {
      client = client.plus("--url", url);
    }
    return onAllCpus(client.plus(more));
  }

  /** A JVM makes threads by the CPUs that it may use: as many in a cell that limits them. */
  private static Program onAllCpus(Program program) {
    return program.with(
        "JDK_JAVA_OPTIONS",
        "-XX:ActiveProcessorCount=" + Runtime.getRuntime().availableProcessors());
  }

  /** What the client does besides sending, while it is measured. */
  List<String> measuring() {
    List<String> options = new ArrayList<>();
    if (!Setting.FIRST_PHASE.of(cell).equals("none")) {
      options.addAll(List.of("--phases", Setting.FIRST_PHASE.of(cell) + ",N"));
    }
    options.addAll(warmingUp());
    return options;
  }

  /** The same before that: the first read makes a server connect to Redis, which takes a while. */
  List<String> warmingUp() {
    return Setting.GETS.number(cell) > 0 ? List.of("--gets", Setting.GETS.of(cell)) : List.of();
  }

  private boolean isAuto(Setting setting) {
    return setting.of(cell).equals(Setting.AUTO);
  }
}
