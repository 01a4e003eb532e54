package pipeline.wire.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.wire.query.CountsUnavailableException;

/** Redis is asked where its URL says, and while it is away, no caller waits for long. */
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
      Thread first = new Thread(() -> assertThatThrownBy(() -> counts.number("n")), "first");
      first.start();
      try (Socket taken = hung.accept()) {
        List<Throwable> thrown = new ArrayList<>();
        List<Boolean> attemptGoesOn = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          thrown.add(catchThrowable(() -> counts.number("n")));
          attemptGoesOn.add(first.isAlive());
        }
        assertThat(thrown).hasOnlyElementsOfType(CountsUnavailableException.class);
        assertThat(attemptGoesOn).containsOnly(true);
        assertThat(taken.isConnected()).isTrue();
      } finally {
        first.interrupt();
        first.join();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "redis://localhost, redis://localhost:6379",
    "redis://10.0.0.1:7000/3, redis://10.0.0.1:7000/3",
    "rediss://u:secret@host:1, rediss://host:1",
    "redis://my_redis, redis://my_redis:6379",
    "rediss://u:se_cret@my_redis.local_net:7000/3, rediss://my_redis.local_net:7000/3",
    "redis://u:s%40cret@_x_/, redis://_x_:6379",
    "redis://[::1]:7000, redis://[::1]:7000",
  })
  void readsUrlsAndHidesThePassword(String url, String shown) {
    assertThat(RedisSettings.parse("--store", url)).hasToString(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ", localhost:6379, http://u:secret@host, redis://, redis-sentinel://u:secret@host",
        "redis://u:secret@host:x, redis://u:secret@host:0, redis://u:secret@host/db",
        "redis://u:secret@host/1/2, redis://u:secret@host?timeout=1d, redis://u:secret@ho st",
        "redis://u:secret@my_redis?x=y"
      })
  void anythingElseIsNamedWithoutThePassword(String urls) {
    for (String url : urls.split(", ", -1)) {
      assertThatThrownBy(() -> RedisSettings.parse("--store", url))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("--store is not of the form redis[s]://")
          .hasMessageNotContaining("secret");
    }
  }
}
