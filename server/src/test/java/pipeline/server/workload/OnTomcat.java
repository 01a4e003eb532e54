package pipeline.server.workload;

import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;
import pipeline.server.http.Endpoints;
import pipeline.server.http.RawHttp;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.workload.Workload;

/** One server of a workload for all tests of a class, which find nothing of each other in it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class OnTomcat<P> {
  public static final String TEXT = "Content-Type: text/plain; charset=utf-8";
  public static final String NDJSON = "Content-Type: application/x-ndjson";

  protected final WorkloadFixture<P> server;

  protected OnTomcat(Workload workload, Endpoints<P> endpoints) throws Exception {
    this(new WorkloadFixture<>(workload, endpoints, Optional.empty()));
  }

  protected OnTomcat(WorkloadFixture<P> server) {
    this.server = server;
  }

  @AfterEach
  void forget() {
    server.publisher().forget();
  }

  @AfterAll
  void stop() throws Exception {
    server.close();
  }

  /** The header with the key of a line of the client's run. */
  protected static String key(int seq) {
    return "Idempotency-Key: " + new RequestKey(WorkloadFixture.RUN, seq);
  }

  /** Checks that a request got this status, a message, and that nothing was published. */
  protected RawHttp.Answer refused(int status, RawHttp.Answer answer) {
    server.assertNothingPublished();
    return answer.hasStatus(status).contains("{\"message\":\"");
  }
}
