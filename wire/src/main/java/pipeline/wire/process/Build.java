package pipeline.wire.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * What a program was built from and what runs it. Immutable.
 *
 * @param release the version in the parent's pom.xml
 * @param commit the first digits of the commit's hash; "unknown" when it was not built in a clone
 * @param jvm the vendor and version of this Java virtual machine
 */
public record Build(String release, String commit, String jvm) {

  /** Reads the release and the commit from the resource that the build filled in. */
  public static Build current() {
    Properties properties = new Properties();
    try (InputStream in = Build.class.getResourceAsStream("build.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("the jar cannot be read", e);
    }
    return new Build(
        properties.getProperty("release"),
        properties.getProperty("commit"),
        System.getProperty("java.vm.vendor") + " " + Runtime.version());
  }

  /** Returns the line of {@code --version}. */
  public String line(String program) {
    return "%s %s (commit %s), on the JVM of %s".formatted(program, release, commit, jvm);
  }
}
