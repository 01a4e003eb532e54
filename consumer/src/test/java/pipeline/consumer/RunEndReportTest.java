package pipeline.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import pipeline.consumer.amqp.ConsumerStats;
import pipeline.consumer.store.CountedStore;
import pipeline.consumer.store.Store;
import pipeline.consumer.store.StoreReader;
import pipeline.consumer.store.file.FileLimits;
import pipeline.consumer.store.file.FileStore;
import pipeline.consumer.store.file.StateDirectory;
import pipeline.consumer.workload.WorkloadHandler;
import pipeline.wire.codec.BatchDecoder;

/** The report of a run of which only ends came, and which disagree. */
class RunEndReportTest {
  static final List<String> WORKLOADS =
      List.of("wordcount", "lift-rides", "swipe-counts", "swipe-matches");

  private static final String RUN = "01a20ddcedb47a98917b872f3e0b452d";

  @TempDir private Path temp;

  @ParameterizedTest
  @FieldSource("WORKLOADS")
  void inMemoryAllLinesOfARunOfWhichOnlyTheEndCameAreMissing(String workload) throws Exception {
    prove(WorkloadHandler.named(workload));
  }

  private static <P> void prove(WorkloadHandler<P> handler) throws Exception {
    CountedStore<P> store = CountedStore.of(handler);
    assertReported(handler, store, store);
  }

  @ParameterizedTest
  @FieldSource("WORKLOADS")
  void inAFileAllLinesOfARunOfWhichOnlyTheEndCameAreMissing(String workload) throws Exception {
    proveInAFile(WorkloadHandler.named(workload));
  }

  private <P> void proveInAFile(WorkloadHandler<P> handler) throws Exception {
    try (StateDirectory directory = StateDirectory.open(temp.resolve("state"))) {
      try (FileStore<P> store = open(directory, handler)) {
        assertReported(handler, store, store.reader());
      }
      try (FileStore<P> again = open(directory, handler)) {
        assertThat(report(handler, again.reader())).startsWith(line("9930,9931", 9_931));
      }
    }
  }

  private static <P> FileStore<P> open(StateDirectory directory, WorkloadHandler<P> handler)
      throws Exception {
    FileLimits limits = FileLimits.of(1 << 20, System::currentTimeMillis);
    Map<String, String> subject = Map.of("workload", handler.name());
    return FileStore.open(directory, subject, handler.counting(), limits);
  }

  /** Asserts the report when the end comes, comes again, and comes with another number. */
  static <P> void assertReported(WorkloadHandler<P> handler, Store<P> store, StoreReader reader)
      throws Exception {
    end(handler, store, 9_930);
    end(handler, store, 9_930);
    assertThat(report(handler, reader))
        .startsWith(line("9930", 9_930))
        .endsWith(" missing=9930 open=0\n");
    end(handler, store, 9_931);
    assertThat(report(handler, reader))
        .startsWith(line("9930,9931", 9_931))
        .endsWith(" missing=9931 open=1\n");
  }

  private static <P> void end(WorkloadHandler<P> handler, Store<P> store, long lines)
      throws Exception {
    String message = "[{\"run\":\"" + RUN + "\",\"lines\":" + lines + "}]";
    BatchDecoder.Decoded<P> decoded =
        new BatchDecoder<>(handler.format()).decodeEach(message.getBytes(UTF_8));
    store.add(decoded.entries(), decoded.ends());
    store.commit();
  }

  private static String line(String of, long missing) {
    return "run %s lines=0 of=%s missing=%s duplicates=0 gaps=0-%s\n"
        .formatted(RUN, of, Long.toString(missing), Long.toString(missing - 1));
  }

  private static String report(WorkloadHandler<?> handler, StoreReader reader) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ConsumerReport(handler, new PrintStream(out, true, UTF_8), () -> {})
        .printProof(reader, new ConsumerStats());
    return out.toString(UTF_8);
  }
}
