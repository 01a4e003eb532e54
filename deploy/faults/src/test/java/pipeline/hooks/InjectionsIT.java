package pipeline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every fault of the agent has its one method in the programs as they are packaged. */
class InjectionsIT {
  private static final Path ROOT = Path.of("..", "..");

  static List<Injection> all() {
    return Stream.concat(
            Stream.of(CrashPoint.values()).map(CrashPoint::injections),
            Stream.of(UnsafeVariant.values()).map(UnsafeVariant::injections))
        .flatMap(List::stream)
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("all")
  void aFaultIsInOneMethod(Injection fault) throws Exception {
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader programs = new URLClassLoader(programs(), platform)) {
      assertThat(programs.loadClass(fault.type()).getDeclaredMethods())
          .filteredOn(method -> method.getName().equals(fault.method()))
          .filteredOn(method -> method.getParameterCount() == fault.parameters())
          .hasSize(1);
    }
  }

  private static URL[] programs() throws Exception {
    List<URL> files = new ArrayList<>();
    for (String jar :
        List.of(
            "client/target/client.jar",
            "server/target/server.jar",
            "consumer/target/consumer.jar",
            "deploy/flink/target/flink-job.jar")) {
      files.add(url(ROOT.resolve(jar)));
    }
    Path libraries = ROOT.resolve("deploy/flink/target/cluster.classpath");
    for (String jar : Files.readString(libraries).strip().split(File.pathSeparator, -1)) {
      files.add(url(Path.of(jar)));
    }
    return files.toArray(new URL[0]);
  }

  private static URL url(Path file) throws MalformedURLException {
    return file.toUri().toURL();
  }
}
