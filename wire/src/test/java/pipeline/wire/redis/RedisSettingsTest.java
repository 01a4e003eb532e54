package pipeline.wire.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.wire.settings.Settings;

/** The URL of Redis is read with all its parts, or refused without its password. */
class RedisSettingsTest {

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
        "",
        "localhost:6379",
        "http://u:secret@host",
        "redis://",
        "redis://u:secret@host:x",
        "redis://u:secret@host:0",
        "redis://u:secret@host/db",
        "redis://u:secret@host/1/2",
        "redis://u:secret@host?timeout=1d",
        "redis-sentinel://u:secret@host",
        "redis://u:secret@ho st",
        "redis://u:secret@my_redis?x=y",
      })
  void anythingElseIsNamedWithoutThePassword(String url) {
    assertThatThrownBy(() -> RedisSettings.parse("--store", url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--store is not of the form redis[s]://")
        .message()
        .doesNotContain("secret");
  }

  @Test
  void theEnvironmentNamesIt() {
    assertThat(RedisSettings.from(new Settings(Map.of(), new Properties()))).isEmpty();
    assertThat(
            RedisSettings.from(
                new Settings(Map.of("REDIS_URL", "redis://host:7"), new Properties())))
        .hasValueSatisfying(settings -> assertThat(settings).hasToString("redis://host:7"));
    assertThatThrownBy(
            () -> RedisSettings.from(new Settings(Map.of("REDIS_URL", "x"), new Properties())))
        .hasMessageStartingWith("REDIS_URL is not");
  }
}
