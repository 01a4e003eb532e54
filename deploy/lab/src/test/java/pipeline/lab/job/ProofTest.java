package pipeline.lab.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProofTest {
  private static final String KILLED =
      "run 0a lines=7 of=9 missing=2 duplicates=0\ntotal runs=1 lines=7 gaps=1 missing=2 open=0\n";

  @Test
  void theConsumersLastReportSaysHowManyLinesAreMissing() {
    assertThat(Proof.gaps(KILLED)).isEqualTo("2");
    assertThat(Proof.gaps(KILLED + "started again\ntotal runs=1 lines=9 gaps=0 missing=0 open=0\n"))
        .isEqualTo("0");
  }

  @Test
  void aConsumerThatReportsNothingProvesNothing() {
    assertThat(Proof.gaps("counts cannot be saved\n")).isEmpty();
  }
}
