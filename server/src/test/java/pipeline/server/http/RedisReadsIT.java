package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.api.sync.RedisCommands;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.server.Logged;
import pipeline.server.RunningServer;
import pipeline.server.publish.OnRealBroker;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.redis.RedisRunEnds;

/**
 * Reads are answered from a real Redis that holds the data of consumers, and refused in time when
 * it fails.
 */
@EnabledIf("pipeline.testkit.redis.PrivateRedis#isInstalled")
class RedisReadsIT extends OnRealBroker {
  private static final String READ = "/server/textbody/wordcount/a";

  private static PrivateRedis redis;

  @BeforeAll
  static void startRedis(@TempDir Path home) throws Exception {
    redis = new PrivateRedis(home);
    redis.start();
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  @BeforeEach
  void fill() {
    redis.ask(
        commands -> {
          commands.flushall();
          commands.hset("words", Map.of("a", "3", "http://x/y", "2", "\\", "4", "\u00e9", "6"));
          commands.hset("words", Map.of("a/", "8", "a/b", "9", "/", "5"));
          commands.hset("skier:17", Map.of("2022", "310", "2021", "40"));
          commands.hset("day:2:2022:1", Map.of("17", "310", "18", "20"));
          commands.set("Likes:17", "2");
          commands.set("Dislikes:18", "1");
          commands.sadd("Swipers", "17", "18");
          commands.sadd("Swiper:17", "4711");
          return 0;
        });
  }

  /** A server that asks this Redis, and has no broker. */
  private static RunningServer reader(String workload) throws Exception {
    return new RunningServer(
        "WORKLOAD", workload, "REDIS_URL", redis.url(), "RABBITMQ_URL", "amqp://127.0.0.1:1");
  }

  /** A server that asks this Redis and takes lines. */
  private RunningServer upReader(String workload) throws Exception {
    return upServer("WORKLOAD", workload, "REDIS_URL", redis.url(), "SERVER_THREADS", "4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wordcount | textbody/wordcount/a | 200 | {\"message\":3}",
        "wordcount | textbody/wordcount/http://x/y | 200 | {\"message\":2}",
        "wordcount | textbody/wordcount/http%3A%2F%2Fx%2Fy | 200 | {\"message\":2}",
        "wordcount | textbody/wordcount/%5C | 200 | {\"message\":4}",
        "wordcount | textbody/wordcount/a// | 200 | {\"message\":3}",
        "wordcount | textbody/wordcount/a%2F | 200 | {\"message\":8}",
        "wordcount | textbody/wordcount/a%2f/ | 200 | {\"message\":8}",
        "wordcount | textbody/wordcount/a/b/ | 200 | {\"message\":9}",
        "wordcount | textbody/wordcount/%2F | 200 | {\"message\":5}",
        "lift-rides | skiers/2/seasons/2022/days/1/skiers/17 | 200 | {\"message\":310}",
        "lift-rides | skiers/17/vertical | 200 | {\"season\":\"2021\",\"vertical\":40},{",
        "lift-rides | resorts/2/seasons/2022/day/1/skiers | 200 | {\"message\":2}",
        "lift-rides | skiers/seasons/days/skiers | 400 | missing param",
        "swipes | matches/17 | 200 | {\"matchList\":[\"4711\"]}",
        "swipes | stats/17/ | 200 | {\"numLikes\":2,\"numDislikes\":0}",
        "swipes | stats/19 | 404 | {\"message\":\""
      })
  void countsAreReadHoweverTheirNamesAreSpelled(
      String workload, String path, int status, String answer) throws Exception {
    try (RunningServer server = reader(workload)) {
      server.send("GET", "/server/" + path).hasStatus(status).contains(answer);
    }
  }

  @Test
  void whileRedisIsAwayReadsAre503WithOneLineInTheLogAndTheRestGoesOn() throws Exception {
    try (RunningServer server = upReader("wordcount");
        Logged log = new Logged()) {
      server.send("GET", READ).hasStatus(200);
      redis.kill();
      RawHttp.Answer answer = server.send("GET", READ).hasStatus(503).hasHeader("retry-after", "1");
      assertThat(answer.body()).doesNotContain("127.0.0.1").doesNotContain("redis://");
      server.health().hasStatus(200);
      server.post(KEY, "a").hasStatus(200);
      server.post(new RunEnd(KEY.run(), 8)).hasStatus(200);
      server.send("GET", READ).hasStatus(503);
      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("WARN StoreReads: a read could not be answered"))
          .hasSize(1);
      redis.start();
      await().atMost(PATIENCE).until(() -> server.send("GET", READ).status() == 200);
    }
  }

  @Test
  void whileRedisHangsPostsAreAnswered() throws Exception {
    List<RawHttp> reads = new ArrayList<>();
    try (RunningServer server = upReader("wordcount")) {
      server.send("GET", READ).hasStatus(200);
      redis.freeze();
      // five times as many as the server has threads
      for (int i = 0; i < 20; i++) {
        reads.add(server.connect());
        reads.get(i).sendHead("GET " + READ + " HTTP/1.1", "Host: x");
      }
      await().atMost(PATIENCE).until(() -> readsInRedis() > 1);
      // while a post is answered no read is given up, unless the machine is slow
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                int before = RawHttp.answered(reads).size();
                server.post(KEY, "a").hasStatus(200);
                int after = RawHttp.answered(reads).size();
                return after == before && after < 20;
              });
      await().atMost(PATIENCE).until(() -> !RawHttp.answered(reads).isEmpty());
      redis.thaw();
      List<Integer> statuses = new ArrayList<>();
      for (RawHttp read : reads) {
        statuses.add(read.answer().status());
        read.close();
      }
      assertThat(statuses).contains(503).isSubsetOf(200, 503);
    } finally {
      redis.thaw();
    }
  }

  private static long readsInRedis() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().startsWith("store-read"))
        .filter(thread -> Arrays.toString(thread.getValue()).contains("RedisCounts"))
        .count();
  }

  @ParameterizedTest
  @CsvSource({"wordcount, ''", "lift-rides, ''", "swipes, .matches"})
  void anEndWithAnotherNumberThanInRedisIs409AndTheSameAgainIs200(String workload, String suffix)
      throws Exception {
    RunId run = KEY.run();
    String table = RedisRunEnds.table(queue + suffix, run);
    redis.ask(commands -> commands.hset(table, RedisRunEnds.ROW, "7 9"));
    try (RunningServer server = upReader(workload)) {
      for (int lines : new int[] {7, 9}) {
        server.post(new RunEnd(run, lines)).hasStatus(200);
      }
      server
          .post(new RunEnd(run, 8))
          .hasStatus(409)
          .says("this run ended with another number of lines: 7");
      server.post(new RunEnd(RunId.random(new SecureRandom()), 8)).hasStatus(200);
      long published = onChannel(channel -> channel.messageCount(queue + suffix));
      assertThat(published).isEqualTo(3);
    }
  }

  @Test
  void theServerIsConnectedToTheRedisOfItsSettingWhenItStartsAndLeavesNoThread() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    long asked = redis.ask(RedisCommands::clientId);
    try (RunningServer server = reader("wordcount")) {
      assertThat(connectedSince(asked)).isOne();
      server.send("GET", READ).hasBody("{\"message\":3}");
    }
    // Netty's threads end a moment after they are said to have ended
    awaitNoneOf("(lettuce|store-read).*", before);
  }

  /** The number of connections younger than another; that of the question is none of them. */
  private static long connectedSince(long id) {
    return redis.ask(
        commands ->
            Pattern.compile("(?m)^id=([0-9]+)")
                .matcher(commands.clientList())
                .results()
                .mapToLong(client -> Long.parseLong(client.group(1)))
                .filter(client -> client > id && client < commands.clientId())
                .count());
  }

  @Test
  void aStoreThatIsAwayKeepsNoServerFromStarting() throws Exception {
    try (Logged log = new Logged();
        RunningServer server =
            new RunningServer("REDIS_URL", "redis://127.0.0.1:1", "RABBITMQ_URL", "amqp://x:1")) {
      server.health().hasStatus(503);
      assertThat(
              log.has(
                  "PipelineListener: reads are answered by 503 until the store answers:"
                      + " redis://127.0.0.1:1"))
          .isTrue();
    }
  }
}
