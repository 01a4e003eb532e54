package pipeline.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which thread of the server handles a request. */
class RequestThreadsTest {
  private final RequestThreads threads = new RequestThreads(2);
  private final CompletableFuture<Thread> handledBy = new CompletableFuture<>();

  @BeforeEach
  void start() throws Exception {
    threads.start();
  }

  @AfterEach
  void stop() throws Exception {
    threads.stop();
  }

  @Test
  void tomcatsDoAsARule() throws Exception {
    threads.execute(this::handle);
    assertThat(handledBy.get(5, TimeUnit.SECONDS).getName()).startsWith("http-nio-exec-");
    assertThat(threads.getMaxThreads()).isEqualTo(2);
  }

  @Test
  void aLaneDoesAfterItsAnswers() {
    new NextRequests().follow(() -> threads.execute(this::handle));
    assertThat(handledBy).isCompletedWithValue(Thread.currentThread());
  }

  private void handle() {
    handledBy.complete(Thread.currentThread());
  }
}
