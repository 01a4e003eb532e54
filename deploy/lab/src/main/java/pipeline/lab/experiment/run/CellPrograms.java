package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import pipeline.lab.experiment.design.Cell;
import pipeline.rig.CommandLines;
import pipeline.rig.Program;
import pipeline.rig.Spec;
import pipeline.wire.workload.Workload;

/**
 * The command lines of a cell. Immutable.
 *
 * @param ofConsumers as {@code lines}, but with the URL at which consumers reach the broker
 */
record CellPrograms(
    Cell cell, Workload kind, CommandLines lines, CommandLines ofConsumers, String queue) {
  /** The modules whose jars these cells need. */
  static List<String> modules(List<Cell> cells) {
    Set<String> modules = new TreeSet<>(Set.of("client"));
    for (Cell cell : cells) {
      modules.addAll(DesignUnderTest.of(cell).modules());
      if (LoadGenerator.of(cell) == LoadGenerator.BACKLOG) {
        modules.add("deploy/peers");
      }
    }
    return List.copyOf(modules);
  }

  DesignUnderTest design() {
    return DesignUnderTest.of(cell);
  }

  /** How the cell's servers show that they are ready; only our servers have a health page. */
  static Spec.Sign sign(Cell cell) {
    return DesignUnderTest.of(cell).hasOurServer() ? Spec.Sign.HEALTHY : Spec.Sign.TAKES_A_LINE;
  }

  /**
   * A server of the cell.
   *
   * @param redis its URL, for reads
   * @param folder for files of a server that has some
   */
  Program server(int port, String redis, Path folder) throws IOException {
    return placed(serverOfDesign(port, redis, folder), Setting.CPUS_SERVER);
  }

  private Program serverOfDesign(int port, String redis, Path folder) throws IOException {
    return switch (design()) {
      case REFERENCE -> referenceServer(port);
      case REFERENCE_SAFE ->
          referenceServer(port)
              .with("DURABLE", "on")
              .with("DELIVERY", "persistent")
              .with("CONFIRM", "on");
      case SPRING -> lines.spring(port, queue, "confirmed");
      case SPRING_UNCONFIRMED -> lines.spring(port, queue, "unconfirmed");
      case SPRING_NOTHING -> lines.spring(port, queue, "nothing");
      case NOTHING -> lines.nothing(port);
      case NGINX -> LoadPrograms.nginx(port, folder);
      case WAR -> lines.war(ourServer(port, redis), folder, flags());
      default -> ourServer(port, redis);
    };
  }

  private Program referenceServer(int port) {
    Program server = lines.server(port, queue).with("DESIGN", "reference");
    return isAuto(Setting.CHANNELS) ? server : server.with("CHANNELS", Setting.CHANNELS.of(cell));
  }

  private Program ourServer(int port, String redis) {
    Program server =
        lines
            .server(port, queue, flags())
            .with("WORKLOAD", kind.spelled())
            .with("QUEUE_TYPE", Setting.QUEUE.of(cell))
            .with("DURABLE", Setting.DURABLE.of(cell))
            .with("PUBLISH", Setting.PUBLISH.of(cell))
            .with("CONFIRM", Setting.CONFIRM.of(cell))
            .with("DELIVERY", Setting.DELIVERY.of(cell));
    if (Setting.GETS.number(cell) > 0) {
      server = server.with("REDIS_URL", redis);
    }
    for (Setting setting :
        List.of(Setting.CHANNELS, Setting.BATCH_ENTRIES, Setting.SERVER_THREADS)) {
      server = isAuto(setting) ? server : server.with(setting.name(), setting.of(cell));
    }
    return server;
  }

  /** The JVM flags of servers and consumers. */
  private String[] flags() {
    return Setting.JVM.isStandard(cell) ? new String[0] : Setting.JVM.of(cell).split(" ");
  }

  /**
   * A consumer of the cell.
   *
   * @param workload the workload as consumers call it
   * @param state for the counts, if they are kept in a file
   * @param redis its URL, if they are kept there
   */
  Program consumer(String workload, Path dump, Path state, String redis) {
    return placed(consumerOfDesign(workload, dump, state, redis), Setting.CPUS_CONSUMER);
  }

  private Program consumerOfDesign(String workload, Path dump, Path state, String redis) {
    int threads = Setting.CONSUMER_THREADS.number(cell);
    if (!design().hasOurServer()) {
      return referenceConsumer(threads, dump);
    }
    List<String> arguments = new ArrayList<>(List.of("--workload", workload));
    arguments.addAll(List.of("--dump", dump.toString()));
    switch (Setting.STORE.of(cell)) {
      case "file" -> arguments.addAll(List.of("--state", state.toString()));
      case "redis" -> arguments.addAll(List.of("--store", redis));
      default -> {
        // in memory by default
      }
    }
    arguments.addAll(List.of("--ack", Setting.ACK.of(cell)));
    if (!isAuto(Setting.PREFETCH)) {
      arguments.addAll(List.of("--prefetch", Setting.PREFETCH.of(cell)));
    }
    return ofConsumers
        .consumer(threads, queue, flags())
        .with("QUEUE_TYPE", Setting.QUEUE.of(cell))
        .with("DURABLE", Setting.DURABLE.of(cell))
        .plus(arguments.toArray(String[]::new));
  }

  /**
   * The reference design's consumer, which reads serialized maps. It merges in one step: losing
   * updates, as reported, would void every comparison.
   */
  private Program referenceConsumer(int threads, Path dump) {
    boolean isSafe =
        design() == DesignUnderTest.REFERENCE_SAFE || design() == DesignUnderTest.SPRING;
    boolean isBacklog = LoadGenerator.of(cell) == LoadGenerator.BACKLOG;
    boolean isDurable = design() != DesignUnderTest.REFERENCE || isBacklog;
    Program consumer =
        ofConsumers
            .consumer(threads, queue)
            .with("DURABLE", isDurable ? "on" : "off")
            .plus("--design", "reference", "--merge", "atomic", "--dump", dump.toString());
    return isSafe ? consumer.plus("--ack", "manual", "--prefetch", "100") : consumer;
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
    if (!Setting.LINES_PER_REQUEST.isStandard(cell)) {
      client = client.plus("--lines-per-request", Setting.LINES_PER_REQUEST.of(cell));
    }
    return placed(client.plus(more), Setting.CPUS_CLIENT);
  }

  /**
   * The program that publishes messages such as the cell's consumers get.
   *
   * @param input as a client is told it: a text, threads, which it does not have, and options
   */
  Program backlog(List<String> input) {
    Program program =
        lines
            .backlog(queue)
            .plus(input.get(0))
            .plus(input.subList(2, input.size()).toArray(String[]::new))
            .plus("--lines-per-message", Setting.LINES_PER_REQUEST.of(cell));
    return design().hasOurServer() ? program : program.plus("--serialized");
  }

  /** The program that declares the queue of {@link #backlog}, and publishes nothing. */
  Program declaration() {
    return lines.backlog(queue);
  }

  /** The program, kept on the CPUs that the cell has for it; a JVM then counts no others. */
  Program placed(Program program, Setting cpus) {
    return cpus.isStandard(cell) ? program : program.pinnedTo(Cores.list(cpus.of(cell)));
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

  private boolean isAuto(Setting setting) {
    return setting.of(cell).equals(Setting.AUTO);
  }
}
