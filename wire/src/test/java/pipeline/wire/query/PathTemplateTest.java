package pipeline.wire.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A path is of its form, lacks a number between all its words, or is invalid. */
class PathTemplateTest {
  private static final PathTemplate RESORT =
      new PathTemplate("/resorts/{1-10}/seasons/{1000-9999}/day/{1-366}/skiers");

  @ParameterizedTest
  @CsvSource({
    "/skiers/1/seasons/2022/days/1/skiers/1, 1, 2022, 1, 1",
    "/skiers/10/seasons/9999/days/366/skiers/100000, 10, 9999, 366, 100000"
  })
  void readsTheNumbers(String path, int resort, int season, int day, int skier)
      throws BadPathException {
    assertThat(LiftRidePath.parse(path)).isEqualTo(new LiftRidePath(resort, season, day, skier));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // empty
        "/",
        "/skiers",
        // only the start of the form
        "/skiers/1",
        "/skiers/1/seasons/2022/days",
        "/skiers/seasons/days",
        // another form
        "/skiers/1/seasons/2022/days/1/skiers/1/x",
        "/skiers/1/seasons/2022/days/1/skiers/1/",
        "/Skiers/1/seasons/2022/days/1/skiers/1",
        "/skiers/seasons/day/skiers",
        "//1/seasons/2022/days/1/skiers/1",
        "/skiers/1//2022/days/1/skiers/1",
        // out of range
        "/skiers/0/seasons/2022/days/1/skiers/1",
        "/skiers/1/seasons/999/days/1/skiers/1",
        "/skiers/1/seasons/10000/days/1/skiers/1",
        "/skiers/1/seasons/2022/days/367/skiers/1",
        "/skiers/1/seasons/2022/days/1/skiers/100001",
        "/skiers/1/seasons/2022/days/1/skiers/4294967297",
        "/skiers/1/seasons/2022/days/1/skiers/99999999999999999999",
        // not a number, or another spelling of one
        "/skiers/x/seasons/2022/days/1/skiers/1",
        "/skiers/-1/seasons/2022/days/1/skiers/1",
        "/skiers/+1/seasons/2022/days/1/skiers/1",
        "/skiers/01/seasons/2022/days/1/skiers/1",
        "/skiers/1.0/seasons/2022/days/1/skiers/1",
        "/skiers/ 1/seasons/2022/days/1/skiers/1",
        "/skiers/\u0661/seasons/2022/days/1/skiers/1"
      })
  void whatIsNotOfTheFormOrOutOfRangeIsInvalid(String path) {
    assertThatThrownBy(() -> LiftRidePath.parse(path))
        .isInstanceOf(BadPathException.class)
        .hasMessage("invalid inputs");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/skiers//seasons/2022/days/1/skiers/1",
        "/skiers/1/seasons/2022/days/1/skiers/",
        "/skiers/1/seasons/2022/days/1/skiers",
        "/skiers/seasons/days/skiers",
        "/skiers/seasons/2022/days/1/skiers/1",
        "/skiers/999/seasons//days/1/skiers/1"
      })
  void aNumberThatIsEmptyOrLeftOutBetweenAllTheWordsIsAMissingParam(String path) {
    assertThatThrownBy(() -> LiftRidePath.parse(path)).hasMessage("missing param");
  }

  @Test
  void aMissingWordAtTheEndIsInvalid() throws BadPathException {
    assertThat(RESORT.numbers("/resorts/2/seasons/2022/day/3/skiers")).containsExactly(2, 2022, 3);
    assertThatThrownBy(() -> RESORT.numbers("/resorts/2/seasons/2022/day/3/"))
        .hasMessage("invalid inputs");
  }
}
