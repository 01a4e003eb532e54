package pipeline.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * States which package of a module may use which others, as a table that a person can read: {@code
 * name | packages it may use}, one line each. A package uses only packages above it, so there are
 * no cycles. {@code root} is the module's own package, {@code -} none, {@code *} all above.
 */
public final class PackageTable {
  private final String base;
  private final JavaClasses classes;
  private final Map<String, List<String>> allowed = new LinkedHashMap<>();

  /**
   * Reads a table.
   *
   * @throws IllegalArgumentException that names the line, if it uses a package that is not above it
   */
  PackageTable(String base, JavaClasses classes, String table) {
    this.base = base;
    this.classes = classes;
    for (String line : table.strip().lines().toList()) {
      List<String> above = List.copyOf(allowed.keySet());
      List<String> uses =
          switch (cell(line, 1)) {
            case "*" -> above;
            case "-" -> List.of();
            default -> words(cell(line, 1));
          };
      if (!above.containsAll(uses)) {
        throw new IllegalArgumentException("uses a package that is not above it: " + line);
      }
      allowed.put(cell(line, 0), uses);
    }
  }

  /**
   * Checks a module, whose tests are left out, by both of its tables.
   *
   * @param base the module's own package
   * @param packages those that each package may use
   * @param libraries the packages that may use each library, see {@link #checkLibraries}
   * @throws AssertionError that lists what the tables do not allow
   */
  public static void checkModule(String base, String packages, String libraries) {
    // the tables look at names alone
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(base);
    PackageTable table = new PackageTable(base, classes, packages);
    table.check();
    table.checkLibraries(libraries);
  }

  /**
   * Checks every class of the module against the table.
   *
   * @throws AssertionError that lists each use the table does not allow, and each package that only
   *     one of table and module has
   */
  void check() {
    LayeredArchitecture rule =
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .ensureAllClassesAreContainedInArchitecture();
    for (String name : allowed.keySet()) {
      rule = rule.layer(name).definedBy(full(name));
    }
    for (Map.Entry<String, List<String>> each : allowed.entrySet()) {
      String[] uses = each.getValue().toArray(String[]::new);
      rule =
          uses.length == 0
              ? rule.whereLayer(each.getKey()).mayNotAccessAnyLayer()
              : rule.whereLayer(each.getKey()).mayOnlyAccessLayers(uses);
    }
    rule.check(classes);
  }

  /**
   * Checks that only the named packages use a library: {@code package of the library | packages of
   * the module that use it}, one line each.
   *
   * @throws AssertionError that lists the uses that a line does not allow
   */
  void checkLibraries(String table) {
    for (String line : table.strip().lines().toList()) {
      String[] users = words(cell(line, 1)).stream().map(this::full).toArray(String[]::new);
      noClasses()
          .that()
          .resideOutsideOfPackages(users)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(cell(line, 0) + "..")
          .allowEmptyShould(true)
          .check(classes);
    }
  }

  /** The full name of a package of the table. */
  private String full(String name) {
    return name.equals("root") ? base : base + "." + name;
  }

  private static String cell(String line, int column) {
    String[] cells = line.split("\\|", -1);
    if (cells.length != 2) {
      throw new IllegalArgumentException("not of the form 'name | names': " + line);
    }
    return cells[column].strip();
  }

  private static List<String> words(String cell) {
    return Arrays.asList(cell.split("[ ,]+", -1));
  }
}
