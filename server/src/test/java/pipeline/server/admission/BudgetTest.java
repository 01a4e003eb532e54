package pipeline.server.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** 8,000 for ten runs: shares of 400, and 4,000 common. */
class BudgetTest {
  private final Budget budget = new Budget("B", 8_000, 10);

  @Test
  void oneRunHasItsShareAndSevenEighthsOfTheCommonPart() {
    Budget.Account alone = budget.open();
    assertThat(alone.take(3_901)).isFalse();
    assertThat(budget.used()).isZero();
    assertThat(alone.take(3_900)).isTrue();
    assertThat(alone.take(1)).isFalse();
    assertThat(budget.used()).isEqualTo(3_900);
    assertThat(budget.isFull()).isFalse();
  }

  @Test
  void itIsFullWhileLessThanAnEighthOfTheCommonPartIsLeft() {
    greedy();
    Budget.Account other = budget.open();
    assertThat(other.take(400)).isTrue();
    assertThat(budget.isFull()).isFalse();
    assertThat(other.take(1)).isTrue();
    assertThat(budget.isFull()).isTrue();
    other.giveBack(1);
    assertThat(budget.isFull()).isFalse();
  }

  @Test
  void aGreedyRunLeavesTheLastEighthToThoseThatHoldLittle() {
    greedy();
    Budget.Account other = budget.open();
    assertThat(other.take(400 + 125)).isTrue();
    assertThat(other.take(1)).isFalse();
    assertThat(budget.isFull()).isTrue();
  }

  @Test
  void whateverOthersTakeEveryRunHasItsShare() {
    for (int other = 0; other < 9; other++) {
      greedy();
    }
    assertThat(budget.used()).isEqualTo(8_000 - 400);
    Budget.Account last = budget.open();
    assertThat(last.take(401)).isFalse();
    assertThat(last.take(400)).isTrue();
    assertThat(budget.used()).isEqualTo(8_000);
  }

  @Test
  void noTwoRunsTakeTheSame() {
    List<Budget.Account> all = Stream.generate(budget::open).limit(10).toList();
    for (int round = 0; round < 10_000; round++) {
      all.get(round % 10).take(1);
    }
    assertThat(budget.used()).isEqualTo(7_500);
    assertThat(all).allMatch(account -> !account.take(1));
  }

  @Test
  void whatIsGivenBackCanBeTakenByOthers() {
    Budget.Account gone = greedy();
    gone.close();
    assertThat(budget.used()).isZero();
    assertThat(budget.open().take(3_900)).isTrue();
  }

  @Test
  void whatIsAbandonedStaysUsedAndItsShareIsFree() {
    List<Budget.Account> all = Stream.generate(budget::open).limit(10).toList();
    assertThat(all).allMatch(account -> account.take(350));
    all.forEach(Budget.Account::abandon);
    assertThat(budget.used()).isEqualTo(3_500);
    assertThat(budget.isFull()).isFalse();
    Budget.Account last = budget.open();
    assertThat(last.take(400)).isTrue();
    assertThat(budget.isFull()).isFalse();
    last.abandon();
    assertThat(budget.isFull()).isTrue();
  }

  /** Has all that it can get. */
  private Budget.Account greedy() {
    Budget.Account account = budget.open();
    while (account.take(1)) {
      assertThat(budget.used()).isLessThanOrEqualTo(8_000);
    }
    return account;
  }
}
