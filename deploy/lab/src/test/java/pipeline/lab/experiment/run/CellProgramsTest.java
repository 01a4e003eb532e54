package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.lab.experiment.run.SettingTest.cell;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.process.Program;
import pipeline.lab.system.CommandLines;
import pipeline.lab.system.Jars;

class CellProgramsTest {
  private static final CommandLines LINES =
      new CommandLines(Jars.builtIn(Path.of("/project")), "amqp://broker");

  private static final CommandLines FAR =
      new CommandLines(Jars.builtIn(Path.of("/project")), "amqp://proxy");

  @Test
  void consumersMayReachTheBrokerByAnotherWay() {
    assertThat(programs(Map.of()).server(1, "redis://r").environment())
        .containsEntry("RABBITMQ_URL", "amqp://broker");
    assertThat(consumer(programs(Map.of())).environment())
        .containsEntry("RABBITMQ_URL", "amqp://proxy");
    assertThat(consumer(programs(Map.of(Setting.DESIGN, "reference"))).command())
        .contains("amqp://proxy");
  }

  @Test
  void aCellsLevelsReachItsPrograms() {
    CellPrograms programs =
        programs(
            Map.of(
                Setting.THREADS, "64",
                Setting.QUEUE, "quorum",
                Setting.PUBLISH, "per-request",
                Setting.CHANNELS, "80",
                Setting.CONFIRM, "none",
                Setting.DELIVERY, "transient",
                Setting.CONSUMER_THREADS, "5",
                Setting.PREFETCH, "10"));

    assertThat(programs.server(1, "redis://r").environment())
        .containsEntry("QUEUE_TYPE", "quorum")
        .containsEntry("PUBLISH", "per-request")
        .containsEntry("CHANNELS", "80")
        .containsEntry("CONFIRM", "none")
        .containsEntry("DELIVERY", "transient");
    Program consumer = consumer(programs);
    assertThat(consumer.command())
        .containsSubsequence("5", "--dump", "--state", "--prefetch", "10");
    assertThat(consumer.environment()).containsEntry("QUEUE_TYPE", "quorum");
    assertThat(programs.client(List.of("text", "64"), List.of("http://a", "http://b")).command())
        .containsSubsequence("text", "64", "--url", "http://a", "--url", "http://b");
  }

  @Test
  void serverAndConsumerDeclareTheSameQueueAndAcksAreAsTheCellSays() {
    CellPrograms programs =
        programs(Map.of(Setting.DURABLE, "off", Setting.ACK, "auto", Setting.STORE, "memory"));

    assertThat(programs.server(1, "redis://r").environment())
        .containsEntry("DURABLE", "off")
        .containsEntry("WORKLOAD", "swipes");
    assertThat(consumer(programs).environment()).containsEntry("DURABLE", "off");
    assertThat(consumer(programs).command())
        .containsSequence("--workload", "swipe-counts")
        .containsSequence("--ack", "auto");
  }

  @Test
  void everyJvmCountsTheMachinesCpusWhateverItsLimitIs() {
    CellPrograms programs = programs(Map.of(Setting.CPUS_SERVER, "0.5"));
    String all = "-XX:ActiveProcessorCount=" + Runtime.getRuntime().availableProcessors();

    for (Program program :
        List.of(
            programs.server(1, "redis://r"),
            consumer(programs),
            programs.client(List.of("text", "1"), List.of("http://a")))) {
      assertThat(program.environment()).containsEntry("JDK_JAVA_OPTIONS", all);
    }
  }

  @Test
  void whatIsAutoIsLeftToTheProgram() {
    CellPrograms programs = programs(Map.of());

    assertThat(programs.server(1, "redis://r").environment()).doesNotContainKey("CHANNELS");
    assertThat(consumer(programs).command()).doesNotContain("--prefetch");
  }

  @Test
  void countsAreKeptWhereTheCellSays() {
    assertThat(consumer(programs(Map.of(Setting.STORE, "redis"))).command())
        .containsSequence("--store", "redis://here");
    assertThat(consumer(programs(Map.of(Setting.STORE, "memory"))).command())
        .doesNotContain("--store", "--state");
  }

  @Test
  void readsAndAFirstPhaseAreTheClientsAndReadsAreServedFromRedis() {
    CellPrograms programs =
        programs(Map.of(Setting.FIRST_PHASE, "32x1000", Setting.GETS, "5", Setting.STORE, "redis"));

    assertThat(programs.measuring()).containsExactly("--phases", "32x1000,N", "--gets", "5");
    assertThat(programs.server(1, "redis://r").environment())
        .containsEntry("REDIS_URL", "redis://r");
    // so that the measured reads find a server that has read before
    assertThat(programs.warmingUp()).containsExactly("--gets", "5");
    assertThat(programs(Map.of()).measuring()).isEmpty();
    assertThat(programs(Map.of()).warmingUp()).isEmpty();
  }

  @Test
  void eachDesignNeedsItsOwnJars() {
    List<Cell> ours = List.of(cell(Map.of()));
    List<Cell> all = List.of(cell(Map.of()), cell(Map.of(Setting.DESIGN, "spring")));

    assertThat(CellPrograms.modules(ours))
        .containsExactlyInAnyOrder("client", "server", "consumer");
    assertThat(CellPrograms.modules(all)).contains("deploy/peers", "deploy/peers-spring");
  }

  private static CellPrograms programs(Map<Setting, String> levels) {
    return new CellPrograms(cell(levels), Input.Workload.SWIPES, LINES, FAR, "queue");
  }

  private static Program consumer(CellPrograms programs) {
    return programs.consumer("swipe-counts", Path.of("dump"), Path.of("state"), "redis://here");
  }
}
