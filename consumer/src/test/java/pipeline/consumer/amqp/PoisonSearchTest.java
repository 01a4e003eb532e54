package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A message that ends connections is sought alone, and reported when it stays. */
class PoisonSearchTest {
  private final PoisonSearch search = new PoisonSearch();

  /**
   * Each letter is a connection that has ended: {@code f} brought messages and acked none, {@code
   * a} acked some, {@code n} brought none, {@code l} lasted.
   */
  @ParameterizedTest
  @CsvSource({
    "ff, false, false",
    "fff, true, false",
    "ffaff, false, false",
    "nnnnnnnnnn, false, false",
    "fffff, true, false",
    "ffffff, true, true",
    "ffffffl, false, false",
  })
  void messagesAreTakenAloneAfterAFewConnectionsWithoutAnAck(
      String connections, boolean isAlone, boolean isStuck) {
    assertThat(after(connections)).containsExactly(isAlone, isStuck);
  }

  @Test
  void aloneTheNeighboursBeforeTheCulpritAreAckedAndItIsStillSoughtAlone() {
    assertThat(after("ffffa")).containsExactly(true, false);
    assertThat(after("ff")).containsExactly(true, false);
    assertThat(after("f")).containsExactly(true, true);
  }

  private List<Boolean> after(String connections) {
    connections
        .chars()
        .forEach(
            connection -> {
              switch (connection) {
                case 'l' -> search.lasted();
                case 'n' -> search.ended(0, 0);
                default -> search.ended(8, connection == 'a' ? 7 : 0);
              }
            });
    return List.of(search.isAlone(), search.isStuck());
  }
}
