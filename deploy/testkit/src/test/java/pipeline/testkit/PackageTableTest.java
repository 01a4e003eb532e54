package pipeline.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackageTableTest {
  private static final String LAYERED = "pipeline.testkit.fixture.layered";

  @Test
  void packagesThatUseWhatTheyMayPass() {
    table(LAYERED, "low | -\nhigh | low").check();
    table(LAYERED, "low | -\nhigh | *").check();
  }

  @ParameterizedTest
  @CsvSource({
    "layered, 'low | -\nhigh | -', layer 'high' may not access any layer",
    "layered, 'low | -', fixture.layered.high.High",
    "layered, 'low | -\nhigh | low\nattic | -', Layer 'attic' is empty"
  })
  void whatTheTableDoesNotHaveFails(String fixture, String table, String reason) {
    assertThatThrownBy(table("pipeline.testkit.fixture." + fixture, table)::check)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aTableWithACycleIsNone() {
    assertThatThrownBy(() -> table(LAYERED, "left | right\nright | left"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("uses a package that is not above it: left | right");
  }

  @Test
  void aLibraryIsKnownOnlyWhereTheTableSays() {
    PackageTable table = table(LAYERED, "low | -\nhigh | low");
    String library = LAYERED + ".low";

    table.checkLibraries(library + " | high");
    assertThatThrownBy(() -> table.checkLibraries(library + " | low"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(library + ".Low");
    assertThatThrownBy(() -> table.checkLibraries("org.junit | low"))
        .hasMessage("does not use what the table allows it: low of org.junit | low");
  }

  private static PackageTable table(String base, String table) {
    return new PackageTable(base, new ClassFileImporter().importPackages(base), table);
  }
}
