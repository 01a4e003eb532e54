package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static pipeline.lab.experiment.run.SettingTest.cell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.lab.experiment.design.Cell;
import pipeline.rig.Component;
import pipeline.rig.Jars;
import pipeline.rig.Program;
import pipeline.rig.Rig;
import pipeline.rig.Services;
import pipeline.rig.Spec;
import pipeline.testkit.process.Tool;
import pipeline.wire.workload.Workload;

/**
 * Tests that the levels of a cell reach its programs, ours and those that they are compared with.
 */
class CellProgramsTest {
  @TempDir private Path home;

  private Rig rig(Map<Setting, String> levels) {
    Services services =
        new Services(home, "amqp://broker", List.of(), "redis://r", Optional.empty());
    Spec spec = CellPrograms.spec(cell(levels), Workload.SWIPES, "queue");
    return new Rig(spec, programs(levels), services, home, home, ready -> {});
  }

  private static CellPrograms programs(Map<Setting, String> levels) {
    return new CellPrograms(cell(levels), Jars.builtIn(Path.of("/project")));
  }

  private Program server(Map<Setting, String> levels) throws IOException {
    return programs(levels).server(rig(levels), 1);
  }

  private Program consumer(Map<Setting, String> levels) {
    return programs(levels).consumer(rig(levels), "swipe-counts", Path.of("state"));
  }

  @Test
  void aCellsLevelsReachItsPrograms() throws IOException {
    Map<Setting, String> levels =
        Map.of(
            Setting.THREADS, "64",
            Setting.QUEUE, "quorum",
            Setting.PUBLISH, "per-request",
            Setting.CHANNELS, "80",
            Setting.CONFIRM, "none",
            Setting.DELIVERY, "transient",
            Setting.CONSUMER_THREADS, "5",
            Setting.PREFETCH, "10",
            Setting.LINES_PER_REQUEST, "7");

    assertThat(server(levels).environment())
        .containsEntry("QUEUE_TYPE", "quorum")
        .containsEntry("PUBLISH", "per-request")
        .containsEntry("CHANNELS", "80")
        .containsEntry("CONFIRM", "none")
        .containsEntry("DELIVERY", "transient");
    assertThat(consumer(levels).command())
        .contains("5", "--dump", "--state")
        .containsSequence("--prefetch", "10");
    assertThat(consumer(levels).environment()).containsEntry("QUEUE_TYPE", "quorum");
    assertThat(programs(levels).client(rig(levels), List.of("text", "64")).command())
        .containsSubsequence("text", "64", "--lines-per-request", "7");
  }

  @Test
  void serverAndConsumerDeclareTheSameQueueAndAcksAreAsTheCellSays() throws IOException {
    Map<Setting, String> levels =
        Map.of(Setting.DURABLE, "off", Setting.ACK, "auto", Setting.STORE, "memory");

    assertThat(server(levels).environment())
        .containsEntry("DURABLE", "off")
        .containsEntry("WORKLOAD", "swipes");
    assertThat(consumer(levels).environment()).containsEntry("DURABLE", "off");
    assertThat(consumer(levels).command())
        .containsSequence("--workload", "swipe-counts")
        .containsSequence("--ack", "auto")
        .doesNotContain("--store", "--state");
  }

  @Test
  void whatIsAutoIsLeftToTheProgram() throws IOException {
    assertThat(server(Map.of()).environment()).doesNotContainKey("CHANNELS");
    assertThat(consumer(Map.of()).command()).doesNotContain("--prefetch");
  }

  @Test
  void theClientWritesARowForEachRequestWhereTheCellSays() {
    assertThat(programs(Map.of(Setting.CSV, "on")).measuring(Path.of("rows.csv")))
        .containsExactly("--csv", "rows.csv");
    assertThat(programs(Map.of()).measuring(Path.of("rows.csv"))).isEmpty();
  }

  @Test
  void thePoolOfTheReferenceDesignHasAsManyChannelsAsTheCellSays() throws IOException {
    for (String design : List.of("reference", "reference-safe")) {
      Map<Setting, String> levels = Map.of(Setting.DESIGN, design, Setting.CHANNELS, "200");
      assertThat(server(levels).environment()).containsEntry("CHANNELS", "200");
      assertThat(Combination.refusal(cell(levels))).isEmpty();
    }
    assertThat(Combination.refusal(cell(Map.of(Setting.DESIGN, "spring", Setting.CHANNELS, "200"))))
        .hasValue("--design spring has no --channels 200");
  }

  @Test
  void readsAndAFirstPhaseAreTheClientsAndReadsAreServedFromRedis() throws IOException {
    Map<Setting, String> levels =
        Map.of(Setting.FIRST_PHASE, "32x1000", Setting.GETS, "5", Setting.STORE, "redis");

    assertThat(programs(levels).measuring(Path.of("rows.csv")))
        .containsExactly("--phases", "32x1000,N", "--gets", "5");
    assertThat(server(levels).environment()).containsEntry("REDIS_URL", "redis://r");
    assertThat(consumer(levels).command()).containsSequence("--store", "redis");
    // so that the measured reads find a server that has read before
    assertThat(programs(levels).warmingUp()).containsExactly("--gets", "5");
    assertThat(programs(Map.of()).warmingUp()).isEmpty();
  }

  @Test
  void settingsOfOurServerReachItAsItsEnvironment() throws IOException {
    Map<Setting, String> levels =
        Map.of(
            Setting.BATCH_ENTRIES, "10",
            Setting.SERVER_THREADS, "50",
            Setting.JVM, "-Xmx128m -XX:+UseSerialGC");

    assertThat(server(levels).environment())
        .containsEntry("BATCH_ENTRIES", "10")
        .containsEntry("SERVER_THREADS", "50");
    assertThat(server(levels).command()).containsSequence("-Xmx128m", "-XX:+UseSerialGC", "-jar");
    assertThat(consumer(levels).command()).containsSequence("-Xmx128m", "-XX:+UseSerialGC", "-jar");
  }

  @Test
  void serversOfOthersAreProgramsOfTheirOwn() throws IOException {
    assertThat(server(Map.of(Setting.DESIGN, "nothing")).command())
        .contains("/project/deploy/peers/target/peers.jar")
        .containsSequence("nothing", "--port", "1");
    assertThat(server(Map.of(Setting.DESIGN, "spring")).environment())
        .containsEntry("SPRING_PROFILES_ACTIVE", "confirmed")
        .containsEntry("SPRING_RABBITMQ_ADDRESSES", "amqp://broker");
    assertThat(server(Map.of(Setting.DESIGN, "spring-unconfirmed")).environment())
        .containsEntry("SPRING_PROFILES_ACTIVE", "unconfirmed");
    assertThat(server(Map.of(Setting.DESIGN, "spring-nothing")).environment())
        .containsEntry("SPRING_PROFILES_ACTIVE", "nothing");
  }

  @Test
  void aWarHasTheServersSettingsInATomcatThatWasConfiguredForIt() throws IOException {
    Path checkout = checkoutWithTomcat();
    CellPrograms built = new CellPrograms(cell(Map.of()), Jars.builtIn(checkout));
    Program server = server(Map.of(Setting.SERVER_THREADS, "5"));

    Program war = built.war(server, home, List.of("-Xmx64m", "-XX:+UseSerialGC"));

    Path tomcat = home.resolve("tomcat-1");
    assertThat(tomcat.resolve("conf/server.xml")).isRegularFile();
    assertThat(tomcat.resolve("configured"))
        .hasContent(
            "%s %s/server/target/server.war --port 1 --address 127.0.0.1 --max-threads 5"
                .formatted(tomcat, checkout));
    assertThat(war.command()).containsExactly(tomcat + "/bin/catalina.sh", "run");
    assertThat(war.environment())
        .containsAllEntriesOf(server.environment())
        .containsEntry("CATALINA_BASE", tomcat.toString())
        .containsEntry("CATALINA_OPTS", "-Xmx64m -XX:+UseSerialGC");
  }

  /** An archive with one file, and a script that writes down what it was given. */
  private Path checkoutWithTomcat() throws IOException {
    Path checkout = home.resolve("checkout");
    Path deploy = checkout.resolve("deploy");
    Path packed = Files.createDirectories(home.resolve("apache-tomcat/conf"));
    Files.createFile(packed.resolve("server.xml"));
    String archive = Files.createDirectories(deploy.resolve(".cache")) + "/tomcat.tar.gz";
    Tool.run("tar", "-czf", archive, "-C", home.toString(), "apache-tomcat");
    Path script = Files.createDirectories(deploy.resolve("tomcat")).resolve("configure");
    Files.writeString(script, "#!/bin/sh\necho \"$@\" > \"$1/configured\"\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return checkout;
  }

  @Test
  void theReferenceDesignIsOursAndMadeSafeItIsSafeAtBothEnds() throws IOException {
    Map<Setting, String> reported = Map.of(Setting.DESIGN, "reference");
    Map<Setting, String> safe = Map.of(Setting.DESIGN, "reference-safe");

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
        .doesNotContain("--ack", "--state");
    assertThat(consumer(reported).environment()).containsEntry("DURABLE", "off");
    assertThat(consumer(safe).command()).containsSequence("--ack", "manual", "--prefetch", "100");
    assertThat(consumer(safe).environment()).containsEntry("DURABLE", "on");
    // the queue of a backlog is durable, whoever consumes from it
    assertThat(consumer(Map.of(Setting.DESIGN, "reference", Setting.LOAD, "backlog")).environment())
        .containsEntry("DURABLE", "on");
  }

  @Test
  void consumersAreThoseOfTheMessages() {
    assertThat(consumer(Map.of(Setting.DESIGN, "spring")).command())
        .containsSequence("--ack", "manual");
    assertThat(consumer(Map.of(Setting.DESIGN, "spring-unconfirmed")).command())
        .containsSequence("--design", "reference")
        .doesNotContain("--ack");
    // as spring-rabbit declares it
    assertThat(consumer(Map.of(Setting.DESIGN, "spring-unconfirmed")).environment())
        .containsEntry("DURABLE", "on");
  }

  @Test
  void aBacklogIsOfTheMessagesThatItsConsumersRead() {
    List<String> input = List.of("text", "1", "--repeat", "3");
    Map<Setting, String> many = Map.of(Setting.LINES_PER_REQUEST, "30");
    Map<Setting, String> reference = Map.of(Setting.DESIGN, "reference");

    assertThat(programs(many).backlog(rig(many), input).command())
        .containsSequence("text", "--repeat", "3", "--lines-per-message", "30")
        .doesNotContain("--serialized");
    assertThat(programs(reference).backlog(rig(reference), input).command())
        .contains("--serialized");
  }

  @Test
  void aProgramIsKeptOnTheCpusThatItsCellSays() {
    Spec spec = rig(Map.of(Setting.CPUS_SERVER, "core1", Setting.CPUS_CONSUMER, "core0-1")).spec();
    assertThat(spec.tuning(Component.SERVER).cpus()).isEqualTo("1");
    assertThat(spec.tuning(Component.CONSUMER).cpus()).isEqualTo("0-1");
    assertThat(spec.tuning(Component.CLIENT).cpus()).isEmpty();
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
}
