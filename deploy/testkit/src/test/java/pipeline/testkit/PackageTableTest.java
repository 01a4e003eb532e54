package pipeline.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

class PackageTableTest {
  private static final String LAYERED = "pipeline.testkit.fixture.layered";
  private static final String CYCLIC = "pipeline.testkit.fixture.cyclic";

  @Test
  void packagesThatUseWhatTheyMayPass() {
    table(LAYERED, "low | -\nhigh | low").check();
    table(LAYERED, "low | -\nhigh | *").check();
  }

  @Test
  void aForbiddenImportFails() {
    assertFails(table(LAYERED, "low | -\nhigh | -"), "where layer 'high' may not access any layer");
  }

  @Test
  void aCycleFailsHoweverItIsListed() {
    assertFails(
        table(CYCLIC, "left | -\nright | left"), "where layer 'left' may not access any layer");
    assertFails(
        table(CYCLIC, "right | -\nleft | right"), "where layer 'right' may not access any layer");
    assertThatThrownBy(() -> table(CYCLIC, "left | right\nright | left"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("uses a package that is not above it: left | right");
  }

  @Test
  void anUnlistedPackageFails() {
    assertFails(table(LAYERED, "low | -"), "fixture.layered.high.High");
  }

  @Test
  void aListedPackageWithoutAClassFails() {
    assertFails(table(LAYERED, "low | -\nhigh | low\nattic | -"), "Layer 'attic' is empty");
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

  private static void assertFails(PackageTable table, String reason) {
    assertThatThrownBy(table::check)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(reason);
  }
}
