package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.lab.experiment.run.SettingTest.cell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.lab.experiment.design.Cell;
import pipeline.rig.CommandLines;
import pipeline.rig.Jars;
import pipeline.rig.Program;
import pipeline.wire.workload.Workload;

class CellProgramsTest {
  private static final CommandLines LINES =
      new CommandLines(Jars.builtIn(Path.of("/project")), "amqp://broker");

  private static final CommandLines FAR =
      new CommandLines(Jars.builtIn(Path.of("/project")), "amqp://proxy");

  @Test
  void consumersMayReachTheBrokerByAnotherWay() {
    assertThat(server(programs(Map.of())).environment())
        .containsEntry("RABBITMQ_URL", "amqp://broker");
    assertThat(consumer(programs(Map.of())).environment())
        .containsEntry("RABBITMQ_URL", "amqp://proxy");
    assertThat(consumer(programs(Map.of(Setting.DESIGN, "reference"))).environment())
        .containsEntry("RABBITMQ_URL", "amqp://proxy");
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

    assertThat(server(programs).environment())
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

    assertThat(server(programs).environment())
        .containsEntry("DURABLE", "off")
        .containsEntry("WORKLOAD", "swipes");
    assertThat(consumer(programs).environment()).containsEntry("DURABLE", "off");
    assertThat(consumer(programs).command())
        .containsSequence("--workload", "swipe-counts")
        .containsSequence("--ack", "auto");
  }

  @Test
  void whatIsAutoIsLeftToTheProgram() {
    CellPrograms programs = programs(Map.of());

    assertThat(server(programs).environment()).doesNotContainKey("CHANNELS");
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
  void theClientWritesARowForEachRequestWhereTheCellSays() {
    assertThat(programs(Map.of(Setting.CSV, "on")).measuring(Path.of("rows.csv")))
        .containsExactly("--csv", "rows.csv");
    assertThat(programs(Map.of()).measuring(Path.of("rows.csv"))).isEmpty();
  }

  @Test
  void thePoolOfTheReferenceDesignHasAsManyChannelsAsTheCellSays() {
    for (String design : List.of("reference", "reference-safe")) {
      CellPrograms programs = programs(Map.of(Setting.DESIGN, design, Setting.CHANNELS, "200"));
      assertThat(server(programs).environment()).containsEntry("CHANNELS", "200");
      assertThat(Combination.refusal(programs.cell())).isEmpty();
    }
    assertThat(
            Combination.refusal(
                programs(Map.of(Setting.DESIGN, "spring", Setting.CHANNELS, "200")).cell()))
        .hasValue("--design spring has no --channels 200");
  }

  @Test
  void readsAndAFirstPhaseAreTheClientsAndReadsAreServedFromRedis() {
    CellPrograms programs =
        programs(Map.of(Setting.FIRST_PHASE, "32x1000", Setting.GETS, "5", Setting.STORE, "redis"));

    assertThat(programs.measuring(Path.of("rows.csv")))
        .containsExactly("--phases", "32x1000,N", "--gets", "5");
    assertThat(server(programs).environment()).containsEntry("REDIS_URL", "redis://r");
    // so that the measured reads find a server that has read before
    assertThat(programs.warmingUp()).containsExactly("--gets", "5");
    assertThat(programs(Map.of()).measuring(Path.of("rows.csv"))).isEmpty();
    assertThat(programs(Map.of()).warmingUp()).isEmpty();
  }

  @Test
  void settingsOfOurServerReachItAsItsEnvironment() {
    CellPrograms programs =
        programs(
            Map.of(
                Setting.BATCH_ENTRIES, "10",
                Setting.SERVER_THREADS, "50",
                Setting.JVM, "-Xmx128m -XX:+UseSerialGC"));

    assertThat(server(programs).environment())
        .containsEntry("BATCH_ENTRIES", "10")
        .containsEntry("SERVER_THREADS", "50");
    assertThat(server(programs).command()).containsSequence("-Xmx128m", "-XX:+UseSerialGC", "-jar");
    assertThat(consumer(programs).command())
        .containsSequence("-Xmx128m", "-XX:+UseSerialGC", "-jar");
  }

  @Test
  void aServletThatDoesNothingIsAProgramOfItsOwn() {
    assertThat(server(programs(Map.of(Setting.DESIGN, "nothing"))).command())
        .contains("/project/deploy/peers/target/peers.jar")
        .containsSequence("nothing", "--port", "1");
  }

  @Test
  void aServerOfSpringMayConfirmOrNot() {
    assertThat(server(programs(Map.of(Setting.DESIGN, "spring"))).environment())
        .containsEntry("SPRING_PROFILES_ACTIVE", "confirmed");
    assertThat(server(programs(Map.of(Setting.DESIGN, "spring-unconfirmed"))).environment())
        .containsEntry("SPRING_PROFILES_ACTIVE", "unconfirmed");
    assertThat(server(programs(Map.of(Setting.DESIGN, "spring-nothing"))).environment())
        .containsEntry("SPRING_PROFILES_ACTIVE", "nothing");
  }

  @Test
  void theReferenceDesignIsOursAndMadeSafeItIsSafeAtBothEnds() {
    CellPrograms reported = programs(Map.of(Setting.DESIGN, "reference"));
    CellPrograms safe = programs(Map.of(Setting.DESIGN, "reference-safe"));

    assertThat(server(reported).command()).contains("/project/server/target/server.jar");
    assertThat(server(reported).environment())
        .containsEntry("DESIGN", "reference")
        .doesNotContainKeys("DURABLE", "DELIVERY", "CONFIRM");
    assertThat(server(safe).environment())
        .containsEntry("DURABLE", "on")
        .containsEntry("DELIVERY", "persistent")
        .containsEntry("CONFIRM", "on");
    assertThat(consumer(reported).command())
        .contains("/project/consumer/target/consumer.jar")
        .containsSequence("--design", "reference", "--merge", "atomic")
        .doesNotContain("--ack");
    assertThat(consumer(reported).environment()).containsEntry("DURABLE", "off");
    assertThat(consumer(safe).command()).containsSequence("--ack", "manual");
    assertThat(consumer(safe).environment()).containsEntry("DURABLE", "on");
    // the queue of a backlog is durable, whoever consumes from it
    CellPrograms backlog = programs(Map.of(Setting.DESIGN, "reference", Setting.LOAD, "backlog"));
    assertThat(consumer(backlog).environment()).containsEntry("DURABLE", "on");
  }

  @Test
  void consumersAreThoseOfTheMessages() {
    assertThat(consumer(programs(Map.of(Setting.DESIGN, "spring"))).command())
        .containsSequence("--ack", "manual");
    assertThat(consumer(programs(Map.of(Setting.DESIGN, "spring-unconfirmed"))).command())
        .containsSequence("--design", "reference")
        .doesNotContain("--ack");
    // as spring-rabbit declares it
    assertThat(consumer(programs(Map.of(Setting.DESIGN, "spring-unconfirmed"))).environment())
        .containsEntry("DURABLE", "on");
  }

  @Test
  void aBacklogIsOfTheMessagesThatItsConsumersRead() {
    List<String> input = List.of("text", "1", "--repeat", "3");

    assertThat(programs(Map.of(Setting.LINES_PER_REQUEST, "30")).backlog(input).command())
        .containsSequence("text", "--repeat", "3", "--lines-per-message", "30")
        .doesNotContain("--serialized");
    assertThat(programs(Map.of(Setting.DESIGN, "reference")).backlog(input).command())
        .contains("--serialized");
  }

  @Test
  void aProgramIsKeptOnTheCpusThatItsCellSays() {
    assertThat(server(programs(Map.of(Setting.CPUS_SERVER, "core1"))).command())
        .startsWith("taskset", "-c", "1");
    assertThat(consumer(programs(Map.of(Setting.CPUS_CONSUMER, "core0-1"))).command())
        .startsWith("taskset", "-c", "0-1");
  }

  @Test
  void eachDesignNeedsItsOwnJars() {
    List<Cell> ours = List.of(cell(Map.of()));
    List<Cell> all = List.of(cell(Map.of()), cell(Map.of(Setting.DESIGN, "spring")));

    assertThat(CellPrograms.modules(ours))
        .containsExactlyInAnyOrder("client", "server", "consumer");
    assertThat(CellPrograms.modules(all))
        .containsExactlyInAnyOrder("client", "server", "consumer", "deploy/peers-spring");
    assertThat(CellPrograms.modules(List.of(cell(Map.of(Setting.DESIGN, "war")))))
        .containsExactlyInAnyOrder("client", "server.war", "consumer");
    assertThat(CellPrograms.modules(List.of(cell(Map.of(Setting.LOAD, "backlog")))))
        .contains("deploy/peers");
  }

  private static CellPrograms programs(Map<Setting, String> levels) {
    return new CellPrograms(cell(levels), Workload.SWIPES, LINES, FAR, "queue");
  }

  private static Program server(CellPrograms programs) {
    try {
      return programs.server(1, "redis://r", Path.of("folder"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Program consumer(CellPrograms programs) {
    return programs.consumer("swipe-counts", Path.of("dump"), Path.of("state"), "redis://here");
  }
}
