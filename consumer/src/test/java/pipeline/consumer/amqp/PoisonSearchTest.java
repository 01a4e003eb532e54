package pipeline.consumer.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A message that ends connections is sought alone, and reported when it stays. */
class PoisonSearchTest {
  private final PoisonSearch search = new PoisonSearch();

  private void fruitless(int connections) {
    for (int i = 0; i < connections; i++) {
      search.ended(100, 0);
    }
  }

  @Test
  void messagesAreTakenAloneAfterAFewConnectionsWithoutAnAck() {
    fruitless(PoisonSearch.PATIENCE - 1);
    assertThat(search.isAlone()).isFalse();
    fruitless(1);
    assertThat(search.isAlone()).isTrue();
    assertThat(search.isStuck()).isFalse();
  }

  @Test
  void anAckBetweenThemBeginsAnew() {
    fruitless(PoisonSearch.PATIENCE - 1);
    search.ended(100, 1);
    fruitless(PoisonSearch.PATIENCE - 1);
    assertThat(search.isAlone()).isFalse();
  }

  @Test
  void connectionsThatBroughtNothingProveNothing() {
    for (int i = 0; i < 10; i++) {
      search.ended(0, 0);
    }
    assertThat(search.isAlone()).isFalse();
  }

  @Test
  void aloneTheNeighboursBeforeTheCulpritAreAckedAndItIsStillSoughtAlone() {
    fruitless(PoisonSearch.PATIENCE + 1);
    search.ended(8, 7);
    assertThat(search.isAlone()).isTrue();
    fruitless(PoisonSearch.PATIENCE - 1);
    assertThat(search.isStuck()).isFalse();
    fruitless(1);
    assertThat(search.isStuck()).isTrue();
  }

  @Test
  void aConnectionThatLastsEndsTheSearch() {
    fruitless(2 * PoisonSearch.PATIENCE);
    search.lasted();
    assertThat(search.isAlone()).isFalse();
    assertThat(search.isStuck()).isFalse();
  }
}
