package pipeline.lab.experiment.preset;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GridTest {

  @Test
  void argumentsAreTakenApartAsAShellDoes() {
    assertThat(Grid.words("text.txt --jvm '-Xmx1m,-Xmx1m -Xss1m' --threads 2"))
        .containsExactly("text.txt", "--jvm", "-Xmx1m,-Xmx1m -Xss1m", "--threads", "2");
    assertThat(Grid.words("")).isEmpty();
  }
}
