package pipeline.testkit;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * States which package of a module may use which others, as a table that a person can read: {@code
 * name | packages it may use}, one line each. A package uses only packages above it, so there are
 * no cycles. {@code root} is the module's own package, {@code -} none, {@code *} all above.
 */
public final class PackageTable {
  private static final String ROOT = "root";

  private final String base;
  private final JavaClasses classes;
  private final Map<String, Set<String>> allowed = new LinkedHashMap<>();

  /**
   * Reads the table of a module, whose tests are left out.
   *
   * @param base the module's own package
   * @throws IllegalArgumentException that names the line, if it uses a package that is not above it
   */
  public PackageTable(String base, String table) {
    this(
        base,
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(base),
        table);
  }

  PackageTable(String base, JavaClasses classes, String table) {
    this.base = base;
    this.classes = classes;
    for (String line : table.strip().lines().toList()) {
      allowed.put(cell(line, 0), uses(line));
    }
  }

  private Set<String> uses(String line) {
    return switch (cell(line, 1)) {
      case "*" -> Set.copyOf(allowed.keySet());
      case "-" -> Set.of();
      default -> {
        Set<String> names = words(cell(line, 1));
        if (!allowed.keySet().containsAll(names)) {
          throw new IllegalArgumentException("uses a package that is not above it: " + line);
        }
        yield names;
      }
    };
  }

  /**
   * Checks every class of the module against the table.
   *
   * @throws AssertionError that lists each use the table does not allow, and each package that only
   *     one of table and module has
   */
  public void check() {
    Set<String> wrong = new TreeSet<>();
    for (JavaClass type : classes) {
      String from = room(type);
      if (!allowed.containsKey(from)) {
        wrong.add("package not in the table: " + from);
        continue;
      }
      for (Dependency use : type.getDirectDependenciesFromSelf()) {
        JavaClass target = use.getTargetClass().getBaseComponentType();
        String to = room(target);
        if (to != null && !to.equals(from) && !allowed.get(from).contains(to)) {
          wrong.add("%s may not use %s: %s".formatted(from, to, use.getDescription()));
        }
      }
    }
    Set<String> present = classes.stream().map(this::room).collect(Collectors.toSet());
    allowed.keySet().stream()
        .filter(name -> !present.contains(name))
        .forEach(name -> wrong.add("in the table, but without a class: " + name));
    fail(wrong);
  }

  /**
   * Checks that only the named packages use a library: {@code packages of the library | packages of
   * the module that use it}, one line each.
   *
   * @throws AssertionError that lists each use the table does not allow
   */
  public void checkLibraries(String table) {
    Set<String> wrong = new TreeSet<>();
    for (String line : table.strip().lines().toList()) {
      Set<String> users = words(cell(line, 1));
      Set<String> prefixes = words(cell(line, 0));
      Set<String> found = new TreeSet<>();
      for (JavaClass type : classes) {
        for (Dependency use : type.getDirectDependenciesFromSelf()) {
          String name = use.getTargetClass().getBaseComponentType().getName();
          if (prefixes.stream().anyMatch(prefix -> name.startsWith(prefix + "."))) {
            found.add(room(type));
            if (!users.contains(room(type))) {
              wrong.add(room(type) + " may not use " + name + ": " + use.getDescription());
            }
          }
        }
      }
      users.stream()
          .filter(user -> !found.contains(user))
          .forEach(
              user -> wrong.add("does not use what the table allows it: " + user + " of " + line));
    }
    fail(wrong);
  }

  private static void fail(Set<String> wrong) {
    if (!wrong.isEmpty()) {
      throw new AssertionError(String.join("\n", wrong));
    }
  }

  /** The package below the base, with dots; null for a class of another module. */
  private String room(JavaClass type) {
    String name = type.getPackageName();
    if (name.equals(base)) {
      return ROOT;
    }
    return name.startsWith(base + ".") ? name.substring(base.length() + 1) : null;
  }

  private static String cell(String line, int column) {
    String[] cells = line.split("\\|", -1);
    if (cells.length != 2) {
      throw new IllegalArgumentException("not of the form 'name | names': " + line);
    }
    return cells[column].strip();
  }

  private static Set<String> words(String cell) {
    return Arrays.stream(cell.split("[ ,]+", -1)).collect(Collectors.toSet());
  }
}
