package pipeline.consumer;

import org.junit.jupiter.api.Test;
import pipeline.testkit.PackageTable;

/** The packages of the consumer use only the packages and libraries that the tables name. */
final class ArchitectureTest {
  @Test
  void packagesUseOnlyThePackagesAndLibrariesThatTheTablesName() {
    PackageTable.checkModule(
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
        """,
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
