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
    assertFails(table(LAYERED, "low | -\nhigh | -"), "high may not use low");
  }

  @Test
  void aCycleFailsHoweverItIsListed() {
    assertFails(table(CYCLIC, "left | -\nright | left"), "left may not use right");
    assertFails(table(CYCLIC, "right | -\nleft | right"), "right may not use left");
    assertThatThrownBy(() -> table(CYCLIC, "left | right\nright | left"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("uses a package that is not above it: left | right");
  }

  @Test
  void anUnlistedPackageFails() {
    assertFails(table(LAYERED, "low | -"), "package not in the table: high");
  }

  @Test
  void aListedPackageWithoutAClassFails() {
    assertFails(
        table(LAYERED, "low | -\nhigh | low\nattic | -"),
        "in the table, but without a class: attic");
  }

  @Test
  void aLibraryIsKnownOnlyWhereTheTableSays() {
    PackageTable table = table(LAYERED, "low | -\nhigh | low");
    String library = LAYERED + ".low";

    table.checkLibraries(library + " | high");
    assertThatThrownBy(() -> table.checkLibraries(library + " | low"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("high may not use " + library + ".Low");
    assertThatThrownBy(() -> table.checkLibraries("org.junit | low"))
        .hasMessage("does not use what the table allows it: low of org.junit | low");
  }

  private static PackageTable table(String base, String table) {
    return new PackageTable(base, new ClassFileImporter().importPackages(base), table);
  }

  private static void assertFails(PackageTable table, String reason) {
    assertThatThrownBy(table::check)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith(reason);
  }
}
