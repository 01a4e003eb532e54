package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import pipeline.server.Logged;
import pipeline.server.RunningServer;
import pipeline.server.workload.LiftRideEndpoints;
import pipeline.server.workload.SwipeEndpoints;
import pipeline.server.workload.TextEndpoints;
import pipeline.server.workload.WorkloadFixture;
import pipeline.testkit.redis.PrivateRedis;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.redis.RedisCounts;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisRunEnds;
import pipeline.wire.redis.RedisSettings;
import pipeline.wire.workload.Workload;

/** Reads from a real Redis that holds the data of consumers, and that can really fail. */
@EnabledIf("pipeline.testkit.redis.PrivateRedis#isInstalled")
class RedisReadsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String WORD = "/server/textbody/wordcount/";
  private static final int THREADS = 10;

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
          commands.hset(
              "words",
              Map.of("a", "3", "http://x/y", "2", "\\", "4", "%", "5", "\u00e9", "6", "+", "7"));
          commands.hset("skier:17", Map.of("2022", "310", "2021", "40"));
          commands.hset("day:2:2022:1", Map.of("17", "310", "18", "20"));
          commands.set("Likes:17", "2");
          commands.set("Dislikes:18", "1");
          commands.sadd("Swipers", "17", "18");
          commands.sadd("Swiper:17", "4711");
          return 0;
        });
  }

  @ParameterizedTest
  @CsvSource({
    "a, 3",
    "A, 0",
    "http://x/y, 2",
    "http%3A%2F%2Fx%2Fy, 2",
    "%5C, 4",
    "%25, 5",
    "%C3%A9, 6",
    "+, 7",
    "%2B, 7"
  })
  void aWordsCountIsReadHoweverTheWordIsSpelled(String word, int count) throws Exception {
    try (ServerOnRedis<?> server = ServerOnRedis.of(Workload.WORDCOUNT)) {
      RawHttp.Answer answer = server.get(WORD + word);
      assertThat(answer.body()).isEqualTo("{\"message\":" + count + "}");
      assertThat(answer.status()).isEqualTo(200);
    }
  }

  @Test
  void liftRidesAddUp() throws Exception {
    try (ServerOnRedis<?> server = ServerOnRedis.of(Workload.LIFT_RIDES)) {
      assertThat(server.get("/server/skiers/2/seasons/2022/days/1/skiers/17").body())
          .isEqualTo("{\"message\":310}");
      assertThat(server.get("/server/skiers/17/vertical").body())
          .isEqualTo(
              "{\"seasons\":[{\"season\":\"2021\",\"vertical\":40},"
                  + "{\"season\":\"2022\",\"vertical\":310}]}");
      assertThat(server.get("/server/resorts/2/seasons/2022/day/1/skiers").body())
          .isEqualTo("{\"message\":2}");
      RawHttp.Answer bad = server.get("/server/skiers/0/vertical");
      assertThat(bad.status()).isEqualTo(400);
      assertThat(bad.body()).isEqualTo("{\"message\":\"invalid inputs\"}");
      bad = server.get("/server/skiers/seasons/days/skiers");
      assertThat(bad.status()).isEqualTo(400);
      assertThat(bad.body()).isEqualTo("{\"message\":\"missing param\"}");
    }
  }

  @Test
  void swipesAreCountedAndMatched() throws Exception {
    try (ServerOnRedis<?> server = ServerOnRedis.of(Workload.SWIPES)) {
      assertThat(server.get("/server/matches/17").body()).isEqualTo("{\"matchList\":[\"4711\"]}");
      assertThat(server.get("/server/matches/18").body()).isEqualTo("{\"matchList\":[]}");
      assertThat(server.get("/server/matches/19").status()).isEqualTo(404);
      assertThat(server.get("/server/stats/17").body())
          .isEqualTo("{\"numLikes\":2,\"numDislikes\":0}");
      assertThat(server.get("/server/stats/19").status()).isEqualTo(404);
    }
  }

  @Test
  void whileRedisIsAwayReadsAre503AndTheRestGoesOn() throws Exception {
    try (ServerOnRedis<?> server = ServerOnRedis.of(Workload.WORDCOUNT)) {
      assertThat(server.get(WORD + "a").status()).isEqualTo(200);
      redis.kill();
      RawHttp.Answer answer = server.get(WORD + "a");
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.headers()).containsEntry("retry-after", "1");
      assertThat(answer.body()).doesNotContain("127.0.0.1").doesNotContain("redis://");
      assertThat(server.get("/server/health").status()).isEqualTo(200);
      assertThat(server.post().status()).isEqualTo(200);
      redis.start();
      await().atMost(PATIENCE).until(() -> server.get(WORD + "a").status() == 200);
    }
  }

  @Test
  void whileRedisHangsPostsAreAnswered() throws Exception {
    ExecutorService readers = Executors.newFixedThreadPool(2 * THREADS);
    try (ServerOnRedis<?> server = ServerOnRedis.of(Workload.WORDCOUNT)) {
      assertThat(server.get(WORD + "a").status()).isEqualTo(200);
      redis.freeze();
      var reads =
          IntStream.range(0, 2 * THREADS)
              .mapToObj(i -> readers.submit(() -> server.get(WORD + "a").status()))
              .toList();
      await().atMost(PATIENCE).until(() -> readsInRedis() > 1);
      assertThat(server.post().status()).isEqualTo(200);
      assertThat(reads).noneMatch(read -> read.isDone());
      for (var read : reads) {
        assertThat(read.get()).isEqualTo(503);
      }
    } finally {
      redis.thaw();
      readers.shutdown();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEndWithAnotherNumberThanInRedisIs409AndTheSameAgainIs200(Workload workload)
      throws Exception {
    RunId run = WorkloadFixture.RUN;
    String path = "/server/runs/" + run;
    redis.ask(commands -> commands.hset(RedisRunEnds.table("q2", run), RedisRunEnds.ROW, "7 9"));
    try (ServerOnRedis<?> server = ServerOnRedis.of(workload)) {
      for (int lines : new int[] {7, 9}) {
        assertThat(server.postEnd(path, lines).status()).isEqualTo(200);
      }
      RawHttp.Answer refused = server.postEnd(path, 8);
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.body())
          .isEqualTo("{\"message\":\"this run ended with another number of lines: 7\"}");
      RunId other = RunId.startingAt(WorkloadFixture.NOW, new SecureRandom());
      assertThat(server.postEnd("/server/runs/" + other, 8).status()).isEqualTo(200);
      assertThat(server.server.publisher().ends())
          .containsExactly(new RunEnd(run, 7), new RunEnd(run, 9), new RunEnd(other, 8));
    }
  }

  @Test
  void whileRedisIsAwayAnEndWithAnyNumberIsTaken() throws Exception {
    try (ServerOnRedis<?> server = ServerOnRedis.of(Workload.SWIPES)) {
      redis.kill();
      assertThat(server.postEnd("/server/runs/" + WorkloadFixture.RUN, 8).status()).isEqualTo(200);
      assertThat(server.server.publisher().ends())
          .containsExactly(new RunEnd(WorkloadFixture.RUN, 8));
    } finally {
      redis.start();
    }
  }

  private static long readsInRedis() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().startsWith("store-read"))
        .filter(thread -> Arrays.toString(thread.getValue()).contains("RedisCounts"))
        .count();
  }

  @Test
  void theServerAsksTheRedisOfItsSettingAndLeavesNoThread() throws Exception {
    try (RunningServer server =
            new RunningServer("REDIS_URL", redis.url(), "RABBITMQ_URL", "amqp://127.0.0.1:1");
        RawHttp http = new RawHttp(server.port())) {
      http.sendHead("GET " + WORD + "a HTTP/1.1", "Host: x");
      assertThat(http.answer().body()).isEqualTo("{\"message\":3}");
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("lettuce") || name.startsWith("store-read"));
  }

  @Test
  void theServerIsConnectedWhenItHasStarted() throws Exception {
    int others = redisClients();
    try (RunningServer server =
        new RunningServer("REDIS_URL", redis.url(), "RABBITMQ_URL", "amqp://127.0.0.1:1")) {
      assertThat(redisClients()).isEqualTo(others + 1);
      assertThat(server.isUp()).isFalse();
    }
  }

  @Test
  void aStoreThatIsAwayKeepsNoServerFromStarting() throws Exception {
    try (Logged log = new Logged();
        RunningServer server =
            new RunningServer("REDIS_URL", "redis://127.0.0.1:1", "RABBITMQ_URL", "amqp://x:1")) {
      assertThat(server.health().statusCode()).isEqualTo(503);
      assertThat(log.lines())
          .filteredOn(line -> line.contains("PipelineListener"))
          .singleElement()
          .asString()
          .contains("reads are answered by 503 until the store answers: redis://127.0.0.1:1");
    }
  }

  private static int redisClients() {
    return redis.ask(commands -> (int) commands.clientList().lines().count());
  }

  /** A server of one workload that asks this Redis. */
  private static final class ServerOnRedis<P> implements AutoCloseable {
    private final RedisLink link = new RedisLink(RedisSettings.parse("test", redis.url()));
    private final WorkloadFixture<P> server;

    ServerOnRedis(Workload workload, Endpoints<P> endpoints) throws Exception {
      server =
          new WorkloadFixture<>(
              workload,
              endpoints,
              Optional.of(new RedisCounts(link)),
              Optional.of(new RedisRunEnds(link, List.of("q1", "q2"))::of),
              "");
    }

    static ServerOnRedis<?> of(Workload workload) throws Exception {
      return switch (workload) {
        case WORDCOUNT -> new ServerOnRedis<>(workload, TextEndpoints.standard());
        case LIFT_RIDES -> new ServerOnRedis<>(workload, new LiftRideEndpoints());
        case SWIPES -> new ServerOnRedis<>(workload, new SwipeEndpoints());
      };
    }

    RawHttp.Answer get(String path) throws Exception {
      return server.send("GET", path);
    }

    RawHttp.Answer postEnd(String path, int lines) throws Exception {
      return server.postTo(path, "{\"lines\":" + lines + "}");
    }

    RawHttp.Answer post() throws Exception {
      return server.postTo("/server/textbody/wordcount", "{\"message\":\"a\"}");
    }

    @Override
    public void close() throws IOException, LifecycleException {
      link.close();
      server.close();
    }
  }
}
