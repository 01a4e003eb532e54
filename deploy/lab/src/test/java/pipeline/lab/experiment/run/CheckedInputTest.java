package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.rig.ConsumerReport;
import pipeline.rig.Oracle;
import pipeline.rig.Proof;
import pipeline.rig.Spec;
import pipeline.wire.workload.Workload;

/** Lines that are lost or doubled in a launch are found, by the checkout's own scripts. */
class CheckedInputTest {
  private static final Path ROOT = Path.of("../..");

  @TempDir private Path directory;
  private Path text;

  @BeforeEach
  void writeText() throws Exception {
    text = Files.writeString(directory.resolve("text.txt"), "a b\r\n\nb\tc\na\n");
  }

  private Input text(int repeat) {
    return new Input(Workload.WORDCOUNT, Optional.of(text), repeat, 0, Input.SECONDS);
  }

  private CheckedInput checked(long warmUp) throws Exception {
    return new CheckedInput(ROOT, text(1), warmUp, directory);
  }

  private Proof.Miscount losses(CheckedInput checked, Map<String, Long> words, long lines)
      throws IOException {
    return checked.losses(Map.of("wordcount", proof(words, lines))::get);
  }

  /** What a consumer has counted, with a dump as it writes it. */
  private Proof proof(Map<String, Long> counts, long lines) throws IOException {
    Path dump = Files.createTempFile(directory, "dump", ".tsv");
    StringBuilder rows = new StringBuilder();
    new TreeMap<>(counts).forEach((name, n) -> rows.append(n + "\t" + name + "\n"));
    Files.writeString(dump, rows);
    return new Proof(dump, new ConsumerReport("lines=" + lines + "\n"));
  }

  /** A text that is shorter than the warm-up is sent several times. */
  @ParameterizedTest
  @CsvSource({"1, 2, 1, 3, 4, 2, 5", "1, 7, 3, 8, 8, 4, 12", "10, 2, 1, 21, 22, 11, 32"})
  void expectsTheTextAsOftenAsItIsSent(
      int repeat, long warmUp, String warmUps, long a, long b, long c, long lines)
      throws Exception {
    CheckedInput checked = new CheckedInput(ROOT, text(repeat), warmUp, directory);
    assertThat(checked.warmUp("9")).endsWith("9", "--repeat", warmUps);
    assertThat(checked.measured("9")).endsWith("9", "--repeat", Integer.toString(repeat));
    assertThat(checked.lines()).isEqualTo(3L * repeat);
    assertThat(losses(checked, Map.of("a", a, "b", b, "c", c), lines).exact()).isTrue();
  }

  @Test
  void countsLinesAndWordsThatAreMissingOrThereTooOften() throws Exception {
    CheckedInput checked = checked(3);
    Proof.Miscount losses = losses(checked, Map.of("a", 3L, "b", 6L, "other", 5L), 4);

    assertThat(losses.exact()).isFalse();
    assertThat(losses.lines()).isEqualTo(new Proof.Losses(2, 0));
    assertThat(losses.words()).hasValue(new Proof.Losses(3, 7));
    assertThat(losses.note()).isEqualTo("2 lines (3 words) lost, 0 (7 words) counted twice");
  }

  @ParameterizedTest
  @CsvSource({"LIFT_RIDES, lift-rides, rides:", "SWIPES, swipe-matches, Swiper:"})
  void aRequestThatAConsumerHasLostIsLost(Workload kind, String loser, String beginning)
      throws Exception {
    Input input = new Input(kind, Optional.empty(), 1, 50, Input.SECONDS);
    CheckedInput checked = new CheckedInput(ROOT, input, 20, directory);
    assertThat(checked.measured("4"))
        .containsExactly("4", "--workload", kind.spelled(), "--requests", "50", "--seed", "1");
    Map<String, Proof> counted = new HashMap<>();
    for (String counter : Spec.counters(kind)) {
      counted.put(counter, proof(oracle(counter), 70));
    }
    assertThat(checked.losses(counted::get).exact()).isTrue();

    Map<String, Long> fewer = oracle(loser);
    fewer.remove(
        fewer.keySet().stream().filter(each -> each.startsWith(beginning)).findFirst().get());
    counted.put(loser, proof(fewer, 70));
    Proof.Miscount losses = checked.losses(counted::get);
    assertThat(losses.exact()).isFalse();
    assertThat(losses.lines()).isEqualTo(new Proof.Losses(1, 0));
    assertThat(losses.note()).isEqualTo("1 lines lost, 0 counted twice");
  }

  @ParameterizedTest
  @CsvSource({"4000, 0, 0", "4032, 0, 0", "3999, 1, 0", "4033, 0, 1"})
  void whatWasInFlightWhenTimeWasUpMayBeCountedOrNot(long counted, long lost, long doubled) {
    Proof.Miscount miscount = CellRun.losses(4_000, 32, counted);

    assertThat(miscount.lines()).isEqualTo(new Proof.Losses(lost, doubled));
    assertThat(miscount.exact()).isEqualTo(lost + doubled == 0);
  }

  /** The counts of the warm-up and of what is measured. */
  private Map<String, Long> oracle(String name) throws Exception {
    Path counts = directory.resolve("oracle.tsv");
    Oracle.Requests before = new Oracle.Requests(20, 2);
    new Oracle(ROOT, directory).expectRequests(name, counts, before, new Oracle.Requests(50, 1));
    return Proof.read(counts);
  }
}
