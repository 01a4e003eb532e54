package pipeline.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SamplesTest {

  @Test
  void medianOfAnOddNumberIsTheMiddleOne() {
    assertThat(new Samples(9, 1, 4).median()).isEqualTo(4);
  }

  @Test
  void medianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
    assertThat(new Samples(9, 1, 4, 6).median()).isEqualTo(5);
  }

  @Test
  void oneValueIsItsOwnMedianAndSpread() {
    Samples one = new Samples(7);

    assertThat(one.median()).isEqualTo(7);
    assertThat(one.min()).isEqualTo(7);
    assertThat(one.max()).isEqualTo(7);
  }

  @Test
  void spreadIsFromLeastToGreatest() {
    Samples samples = new Samples(9, 1, 4);

    assertThat(samples.min()).isEqualTo(1);
    assertThat(samples.max()).isEqualTo(9);
  }

  @Test
  void quotientsAreOfTheSameRound() {
    Samples quotients = Samples.quotients(List.of(10.0, 40.0, 9.0), List.of(5.0, 10.0));

    assertThat(quotients.min()).isEqualTo(2);
    assertThat(quotients.max()).isEqualTo(4);
  }

  @Test
  void nothingMeasuredHasNoMedian() {
    assertThatThrownBy(Samples::new).isInstanceOf(IllegalArgumentException.class);
  }
}
