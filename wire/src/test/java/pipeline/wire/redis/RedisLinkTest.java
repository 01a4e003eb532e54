package pipeline.wire.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import pipeline.wire.query.CountsUnavailableException;

/** While Redis is away, no caller waits for long. */
@Timeout(30)
class RedisLinkTest {

  /** The Redis is stopped, so that it takes connections and answers nothing. */
  @Test
  void nobodyWaitsForAnothersAttemptAtAHungRedis() throws Exception {
    try (ServerSocket hung = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RedisLink link =
            new RedisLink(
                RedisSettings.parse("test", "redis://127.0.0.1:" + hung.getLocalPort()))) {
      RedisCounts counts = new RedisCounts(link);
      Thread first = new Thread(() -> fail(counts), "first");
      first.start();
      try (Socket taken = hung.accept()) {
        for (int i = 0; i < 3; i++) {
          fail(counts);
          assertThat(first.isAlive()).as("the attempt goes on").isTrue();
        }
        assertThat(taken.isConnected()).isTrue();
      } finally {
        first.interrupt();
        first.join();
      }
    }
  }

  @Test
  void aRedisThatIsAwayIsSaidToBeAwayAndNotAskedAgainAtOnce() {
    try (RedisLink link = new RedisLink(RedisSettings.parse("test", "redis://127.0.0.1:1"))) {
      RedisCounts counts = new RedisCounts(link);
      for (int i = 0; i < 1_000; i++) {
        assertThatThrownBy(() -> counts.number("n"))
            .isInstanceOf(CountsUnavailableException.class)
            .hasMessageStartingWith("redis://127.0.0.1:1: ");
      }
    }
  }

  private static void fail(RedisCounts counts) {
    assertThatThrownBy(() -> counts.number("n")).isInstanceOf(CountsUnavailableException.class);
  }
}
