package pipeline.lab.system;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import pipeline.lab.process.CloseableStack;
import pipeline.lab.process.Program;
import pipeline.lab.process.RunningProgram;
import pipeline.lab.process.Usage;
import pipeline.testkit.haproxy.Haproxy;
import pipeline.testkit.process.FreePort;

/**
 * Programs of the pipeline at work, started one by one on a broker that is there. {@link #close}
 * ends them, the last first. Used by one thread.
 */
public final class Pipeline implements Closeable {
  private final Path logs;
  private final CloseableStack resources = new CloseableStack();
  private final Map<Component, List<RunningProgram>> running = new EnumMap<>(Component.class);
  private final List<Integer> ports = new ArrayList<>();
  private int balancerPort;

  /**
   * Starts nothing yet.
   *
   * @param logs the folder of the programs' output
   */
  public Pipeline(Path logs) {
    this.logs = logs;
  }

  /** How a server shows that it can be used. */
  public enum Readiness {
    /** The server's {@code /server/health} answers 200. */
    HEALTH,
    /** The server takes a line, which is {@code ready}: for servers without a health page. */
    POST
  }

  /** Starts a server and returns when it is ready. */
  public RunningProgram startServer(int port, Program program, Readiness readiness)
      throws IOException, InterruptedException {
    RunningProgram server = start(Component.SERVER, program);
    ServerProbe probe = new ServerProbe(port);
    if (readiness == Readiness.HEALTH) {
      probe.awaitHealth(server);
    } else {
      probe.awaitPost(server);
    }
    ports.add(port);
    return server;
  }

  /**
   * Starts HAProxy before all servers that were started, and returns when it listens.
   *
   * @param root the checkout, whose {@code deploy/haproxy} has the configuration
   * @param kind {@code http} or {@code tcp}
   */
  public RunningProgram startBalancer(Path root, String kind)
      throws IOException, InterruptedException {
    int port = FreePort.find();
    String[] haproxy = Haproxy.command(root, kind, ports, port, logs).toArray(String[]::new);
    RunningProgram started = start(Component.BALANCER, Program.of("haproxy", haproxy));
    new ServerProbe(port).awaitHealth(started);
    balancerPort = port;
    return started;
  }

  /** Starts a consumer; when it has subscribed, the broker knows. */
  public RunningProgram startConsumer(Program program) throws IOException {
    return start(Component.CONSUMER, program);
  }

  private RunningProgram start(Component component, Program program) throws IOException {
    RunningProgram started = RunningProgram.start(program, logs);
    resources.add(started);
    running.computeIfAbsent(component, none -> new ArrayList<>()).add(started);
    return started;
  }

  /** The URLs that a client sends to: the balancer's, or those of all servers. */
  public List<String> urls() {
    return entryPorts().stream().map(CommandLines::base).toList();
  }

  /** The ports of {@link #urls}. */
  public List<Integer> entryPorts() {
    return balancerPort > 0 ? List.of(balancerPort) : List.copyOf(ports);
  }

  /** The processes of a component, in the order of their start. */
  public List<RunningProgram> processes(Component component) {
    return List.copyOf(running.getOrDefault(component, List.of()));
  }

  /**
   * The usage of each component so far, its processes together.
   *
   * @throws IOException a process has ended
   */
  public Map<Component, Usage> usage() throws IOException {
    Map<Component, Usage> all = new EnumMap<>(Component.class);
    for (Map.Entry<Component, List<RunningProgram>> component : running.entrySet()) {
      Usage sum = Usage.NONE;
      for (RunningProgram process : component.getValue()) {
        sum = sum.plus(Usage.of(process.pid()));
      }
      all.put(component.getKey(), sum);
    }
    return all;
  }

  /** The programs that have ended, for errors; empty while all are at work. */
  public String dead() {
    return running.values().stream()
        .flatMap(List::stream)
        .filter(process -> !process.alive())
        .map(RunningProgram::toString)
        .collect(Collectors.joining(", "));
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }
}
