package pipeline.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A use of a package or library that no table names fails, and the failure names it. */
class PackageTableTest {
  private static final String LAYERED = "pipeline.testkit.fixture.layered";

  @ParameterizedTest
  @CsvSource({
    "'low | -\nhigh | -', layer 'high' may not access any layer",
    "'low | -', fixture.layered.high.High",
    "'low | -\nhigh | low\nattic | -', Layer 'attic' is empty"
  })
  void whatTheTableDoesNotHaveFails(String table, String reason) {
    assertThatThrownBy(table(table)::check)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aTableWithACycleIsNone() {
    assertThatThrownBy(() -> table("left | right\nright | left"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("uses a package that is not above it: left | right");
  }

  @Test
  void aLibraryIsKnownOnlyWhereTheTableSays() {
    PackageTable table = table("low | -\nhigh | *");
    table.check();
    String library = LAYERED + ".low";

    table.checkLibraries(library + " | high");
    assertThatThrownBy(() -> table.checkLibraries(library + " | low"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(library + ".Low");
  }

  private static PackageTable table(String table) {
    return new PackageTable(LAYERED, new ClassFileImporter().importPackages(LAYERED), table);
  }
}
