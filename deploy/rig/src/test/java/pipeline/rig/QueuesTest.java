package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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
}
