package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pipeline.lab.experiment.design.Cell;
import pipeline.rig.ConsumerReport;
import pipeline.rig.Program;
import pipeline.rig.Proof;
import pipeline.rig.Proof.Losses;
import pipeline.rig.Spec;
import pipeline.wire.workload.Workload;

/** Tests with load generators that are not started: the test says what they print. */
class TimedSenderTest {
  private static final Path ROOT = Path.of("/project");
  private static final String ANSWERED =
      "RESULT requests=1000 failed=%s each=2 micros=1000000 min=1 mean=1 p50=1 p90=1 p99=1 max=1";

  private final List<Program> started = new ArrayList<>();

  @Test
  void warmsUpInTurnsUntilAsManyRequestsAreAnsweredAsInEveryCell() throws Exception {
    TimedSender sender = sender(2_500);
    sender.warmUp((program, limit) -> says(program, ANSWERED.formatted(0)), List.of(80));

    assertThat(started).hasSize(3);
    assertThat(started.get(0).command())
        .contains("wrk", "-c8", "-d1s", "http://127.0.0.1:80/server/textbody/wordcount")
        .endsWith("/text", "2");
  }

  @Test
  void measuresForTheSecondsThatWereAskedFor() throws Exception {
    Sender.Sent sent =
        sender(1).measured((program, limit) -> says(program, ANSWERED.formatted(0)), List.of(80));

    assertThat(started.get(0).command()).contains("-d4s");
    assertThat(sent.result().lines()).isEqualTo(2_000);
  }

  @Test
  void whatWasInFlightWhenTimeWasUpMayBeCountedOrNot() throws Exception {
    TimedSender sender = sender(1);
    sender.warmUp((program, limit) -> says(program, ANSWERED.formatted(0)), List.of(80));
    sender.measured((program, limit) -> says(program, ANSWERED.formatted(0)), List.of(80));

    // 2 times 1,000 requests of 2 lines were answered, and 2 times 8 may have been in flight
    assertThat(losses(sender, 4_000).exact()).isTrue();
    assertThat(losses(sender, 4_032).exact()).isTrue();
    assertThat(losses(sender, 3_999).lines()).isEqualTo(new Losses(1, 0));
    assertThat(losses(sender, 4_033).lines()).isEqualTo(new Losses(0, 1));
    assertThat(losses(sender, 4_033).words()).isEmpty();
  }

  @Test
  void requestsThatFailAreAnError() {
    assertThatThrownBy(
            () ->
                sender(1)
                    .measured(
                        (program, limit) -> says(program, ANSWERED.formatted(7)), List.of(80)))
        .isInstanceOf(IOException.class)
        .hasMessage("wrk: 993 requests answered, 7 failed");
  }

  private static Miscount losses(Sender sender, long lines) throws IOException {
    ConsumerReport report = new ConsumerReport("lines=" + lines);
    return sender.losses(Map.of("wordcount", new Proof(Path.of("none"), report)));
  }

  private static TimedSender sender(long warmUp) {
    Cell cell =
        SettingTest.cell(
            Map.of(
                Setting.LOAD, "wrk",
                Setting.THREADS, "8",
                Setting.LINES_PER_REQUEST, "2"));
    Spec spec = CellPrograms.spec(cell, Workload.WORDCOUNT, "queue");
    Input input = Input.of(Path.of("/text"), 1).lasting(4);
    return new TimedSender(cell, spec, ROOT, input, warmUp);
  }

  private EndedProgram says(Program program, String output) {
    started.add(program);
    return new EndedProgram(output, 0);
  }
}
