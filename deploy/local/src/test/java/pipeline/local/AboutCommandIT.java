package pipeline.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AboutCommandIT {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void theEmbeddedBrokerTellsItsProductAndVersion() throws IOException {
    try (EmbeddedBroker broker = new EmbeddedBroker(0)) {
      assertThat(about(broker.url())).as(err.toString()).isZero();

      String node = broker.address().replace("amqp://", "");
      assertThat(out.toString()).matches("Qpid Broker-J \\d+\\.\\d+\\.\\d+, " + node + "\n");
    }
  }

  @Test
  void aBrokerThatDoesNotAnswerIsNamedWithItsPortAndWithoutItsPassword() {
    assertThat(about("amqp://me:s3cret@127.0.0.1:1,localhost:2/v")).isEqualTo(1);

    // some JDKs add "(connect failed)"
    assertThat(err.toString())
        .matches(
            "broker: no broker answers at amqp://127\\.0\\.0\\.1:1,localhost:2:"
                + " ConnectException: Connection refused( \\(connect failed\\))?\n");
  }

  @Test
  void aBrokerThatRefusesTheUserIsNotSaidToBeAway() throws IOException {
    try (EmbeddedBroker broker = new EmbeddedBroker(0)) {
      assertThat(about(broker.url().replace(":guest@", ":s3cret@"))).isEqualTo(1);

      assertThat(err.toString())
          .startsWith("broker: the broker at " + broker.address() + " refuses: ")
          .doesNotContain("s3cret")
          .hasLineCount(1);
    }
  }

  private int about(String url) {
    PrintWriter toOut = new PrintWriter(out, true);
    PrintWriter toErr = new PrintWriter(err, true);
    return Main.run(new String[] {"about"}, Map.of("RABBITMQ_URL", url), toOut, toErr);
  }
}
