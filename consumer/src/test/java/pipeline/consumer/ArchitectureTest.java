package pipeline.consumer;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

/** Packages use only the packages and libraries that the tables name. */
final class ArchitectureTest {
  /** Each package, and the ones it may use. */
  private static final PackageTable PACKAGES =
      new PackageTable(
          "pipeline.consumer",
          """
          thread       | -
          store        | -
          store.file   | store
          workload     | store
          store.redis  | store
          amqp         | thread, store, workload
          http         | thread, store, workload, amqp
          reference    | -
          root         | *
          """);

  @Test
  void packagesUseOnlyThoseThatTheTableNames() {
    PACKAGES.check();
  }

  @Test
  void librariesAreKnownWhereTheirJobIs() {
    PACKAGES.checkLibraries(
        """
        com.rabbitmq                | amqp, reference, root
        io.lettuce                  | store.redis
        io.netty                    | http, root
        org.h2                      | store.file
        org.roaringbitmap           | store, store.file, store.redis
        io.micrometer               | http
        io.prometheus               | http
        org.HdrHistogram            | amqp, http, root
        com.fasterxml.jackson       | http
        picocli                     | root
        """);
  }
}
