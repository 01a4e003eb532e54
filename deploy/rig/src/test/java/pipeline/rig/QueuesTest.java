package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueuesTest {
  @Test
  void aBrokerThatDoesNotAnswerIsNamedWithItsPortAndWithoutItsPassword() {
    Queues queues = new Queues("amqp://me:s3cret@127.0.0.1:1,localhost:2/v", SpecTest.spec());
    // some JDKs add "(connect failed)"
    assertThatThrownBy(queues::waiting)
        .isInstanceOf(IOException.class)
        .hasMessageMatching(
            "no broker answers at amqp://127\\.0\\.0\\.1:1,localhost:2:"
                + " ConnectException: Connection refused( \\(connect failed\\))?");
  }

  @Test
  void messagesOfOtherQueuesAreNotCountedAndAQueueThatIsGoneHasNone() {
    String listed = "name\tmessages\nlab-1\t7\nlab-0\t100\nlab-1.counts\t5\n";
    assertThat(Queues.held(listed, List.of("lab-1", "lab-1.counts"))).isEqualTo(12);
    assertThat(Queues.held("", List.of("lab-1"))).isZero();
  }
}
