package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.rabbit.OnPrivateRabbit;
import pipeline.wire.workload.Workload;

/** The finished server, client and Flink job, on a cluster of several JVMs. */
@Tag("long")
@Timeout(300)
class FlinkClusterIT extends OnPrivateRabbit {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final int LINES = 30_000;

  @TempDir private Path home;

  @Test
  void eachLineIsCountedOnceThoughTaskManagersComeAndTheJobManagerIsKilled() throws Exception {
    Spec spec =
        Spec.of(Workload.WORDCOUNT, "flink")
            .with("PARTITIONS", "4")
            .taskManagers(1)
            .restart(Spec.Restart.WHEN_KILLED);
    OurPrograms programs = new OurPrograms(Jars.builtIn(ROOT));
    Services services = new Services(ROOT, rabbit.url(), List.of(rabbit), "", Optional.empty());
    try (Rig rig = new Rig(spec, programs, services, home, home, ready -> {})) {
      rig.start();
      Program load = programs.client(rig, List.of(text().toString(), "8", "--rate", "1000"));
      try (ChildProcess client =
          ChildProcess.start("client", load.builder(), home.resolve("client.log"))) {
        rig.addTaskManagers(2);
        assertThat(client.isAlive()).isTrue();
        rig.parts().named("jobmanager-1").signal("KILL");
        assertThat(client.await()).isZero();
      }
      rig.drain(Duration.ofMinutes(2));
      rig.endConsumers();

      Proof proof = rig.proof("wordcount");
      Path expected = home.resolve("expected.tsv");
      new Oracle(ROOT, home).expectWords(text(), expected, LINES);
      assertThat(proof.isExact(expected)).isTrue();
      assertThat(proof.report().lastRun().wrong(LINES)).isEmpty();
      assertThat(proof.report().counted()).isEqualTo(LINES);
      assertThat(home.resolve("jobmanager-1.log")).content().contains("killed, starting again");
    }
  }

  private Path text() throws Exception {
    String lines =
        IntStream.range(0, LINES)
            .mapToObj(i -> "all w" + i % 999 + " w" + i + "\n")
            .collect(Collectors.joining());
    return Files.writeString(home.resolve("text"), lines);
  }
}
