package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.lab.experiment.analysis.Design.Slot;
import pipeline.lab.experiment.analysis.Launch;
import pipeline.rig.Jars;
import pipeline.rig.Queues;
import pipeline.rig.Services;
import pipeline.rig.Spec;
import pipeline.rig.machine.CloseableStack;
import pipeline.rig.machine.Scratch;
import pipeline.testkit.process.ProgramException;
import pipeline.testkit.process.StuckException;

/**
 * Launches the finished programs on a RabbitMQ node of the experiment's own, and a Redis if a cell
 * needs one. Both outlive the launches; each launch has a queue of its own. Used by one thread.
 */
public final class PipelineRunner implements Runner {
  private final CloseableStack resources = new CloseableStack();
  private final Path logs;
  private final Map<Path, Jars> jars = new HashMap<>();
  final Plan plan;
  final CheckedInput checked;
  final Services services;
  private final String about;
  private int launches;

  /**
   * Starts broker and Redis.
   *
   * @param plan what will be launched
   * @param logs the folder of the programs' output
   */
  public PipelineRunner(Plan plan, Path logs) throws IOException, InterruptedException {
    this.plan = plan;
    this.logs = logs;
    Path root = plan.root();
    List<Cell> cells = plan.design().cells();
    try {
      Map<Path, List<Cell>> builds =
          cells.stream()
              .collect(Collectors.groupingBy(cell -> DesignUnderTest.checkout(cell).orElse(root)));
      for (Map.Entry<Path, List<Cell>> build : builds.entrySet()) {
        Jars copied = Jars.copiedFrom(build.getKey(), CellPrograms.modules(build.getValue()));
        resources.add(copied);
        jars.put(build.getKey(), copied);
      }
      Scratch home = Scratch.create("lab-services");
      resources.add(home);
      checked = new CheckedInput(root, plan.input(), plan.warmUp(), home.path());
      boolean redis = cells.stream().anyMatch(PipelineRunner::needsRedis);
      services = Services.start(root, home.path(), true, redis);
      resources.add(services);
      try (Queues queues = new Queues(services.amqp(), Spec.of(plan.input().kind(), "lab"))) {
        about = queues.product();
      }
    } catch (IOException | InterruptedException e) {
      resources.close();
      throw e;
    }
  }

  private static boolean needsRedis(Cell cell) {
    return Setting.STORE.is(cell, "redis");
  }

  /** The programs of a cell's design. */
  CellPrograms programs(Cell cell) {
    return new CellPrograms(cell, jars.get(DesignUnderTest.checkout(cell).orElse(plan.root())));
  }

  @Override
  public String about() {
    return about;
  }

  @Override
  public Launch launch(Slot slot) throws IOException, InterruptedException {
    String queue = "lab-" + launches++;
    Path itsLogs = logs.resolve(String.format(Locale.ROOT, "%03d", launches));
    try (Scratch states = Scratch.create("lab-state");
        CellRun run =
            new CellRun(
                this, slot.cell(), queue, Files.createDirectories(itsLogs), states.path())) {
      if (needsRedis(slot.cell())) {
        services.redis().orElseThrow().flush();
      }
      run.warmUp();
      run.measure();
      return run.launch(slot);
    } catch (IOException e) {
      if (!services.rabbit().node().isAlive()) {
        throw new IOException("the broker has ended", e);
      }
      Launch.Status status =
          e instanceof StuckException ? Launch.Status.TIMED_OUT : Launch.Status.FAILED;
      return Launch.failed(slot, status, ProgramException.line(e));
    }
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }
}
