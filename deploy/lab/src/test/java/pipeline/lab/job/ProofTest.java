package pipeline.lab.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProofTest {
  private static final String KILLED =
      "run 0a lines=7 of=9 missing=2 duplicates=0\ntotal runs=1 lines=7 gaps=1 missing=2 open=0\n";

  @Test
  void theConsumersLastReportSaysHowManyLinesAreMissing() {
    assertThat(Proof.missing(KILLED)).isEqualTo("2");
    assertThat(Proof.missing(KILLED + "started again\ntotal runs=1 lines=9 gaps=0 duplicates=2\n"))
        .isEqualTo("0");
  }

  @Test
  void linesThatAreMissingAtTheEndOfARunCountToo() {
    String lost = KILLED.replace("gaps=1", "gaps=0");
    assertThat(Proof.missing(lost)).isEqualTo("2");
    assertThat(Proof.end(lost)).isEqualTo("9");
  }

  @Test
  void aRunWithoutAnEndOrWithSeveralIsTold() {
    assertThat(Proof.end("run 0a lines=7 of=? missing=0 duplicates=0\ntotal runs=1\n"))
        .isEqualTo("?");
    assertThat(Proof.end("run 0a lines=7 of=7,9 missing=2 duplicates=0 gaps=3-4 beyond=1\n"))
        .isEqualTo("7,9");
    assertThat(Proof.end("total runs=0 lines=0\n")).isEmpty();
  }

  @Test
  void aConsumerThatReportsNothingProvesNothing() {
    assertThat(Proof.missing("counts cannot be saved\n")).isEmpty();
  }
}
