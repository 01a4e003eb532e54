package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
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
import pipeline.wire.query.CountsUnavailableException;
import pipeline.wire.redis.RedisCounts;
import pipeline.wire.redis.RedisLink;
import pipeline.wire.redis.RedisRunEnds;
import pipeline.wire.redis.RedisSettings;
import pipeline.wire.workload.Workload;

/** Reads from a real Redis that holds the data of consumers, and that can really fail. */
@EnabledIf("pipeline.testkit.redis.PrivateRedis#isInstalled")
class RedisReadsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String POST = "/server/textbody/wordcount";
  private static final String READ = POST + "/a";
  private static final String LINE = "{\"message\":\"a\"}";

  private static PrivateRedis redis;
  private static RedisLink link;

  @BeforeAll
  static void startRedis(@TempDir Path home) throws Exception {
    redis = new PrivateRedis(home);
    redis.start();
    link = new RedisLink(RedisSettings.parse("test", redis.url()));
  }

  @AfterAll
  static void stopRedis() {
    link.close();
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
    // a test before may have ended it
    await()
        .atMost(PATIENCE)
        .ignoreException(CountsUnavailableException.class)
        .until(() -> new RedisCounts(link).number("words", "a") == 3);
  }

  /** A server of one workload that asks this Redis. */
  private static WorkloadFixture<?> serverOf(Workload workload) throws Exception {
    return switch (workload) {
      case WORDCOUNT -> serverOf(workload, TextEndpoints.standard());
      case LIFT_RIDES -> serverOf(workload, new LiftRideEndpoints());
      case SWIPES -> serverOf(workload, new SwipeEndpoints());
    };
  }

  private static <P> WorkloadFixture<P> serverOf(Workload workload, Endpoints<P> endpoints)
      throws Exception {
    return new WorkloadFixture<>(
        workload,
        endpoints,
        Optional.of(new RedisCounts(link)),
        new RedisRunEnds(link, List.of("q1", "q2"))::of,
        "",
        WorkloadFixture.READ_DEADLINE);
  }

  private static RawHttp.Answer postEnd(WorkloadFixture<?> server, RunId run, int lines)
      throws Exception {
    return server.postTo("/server/runs/" + run, "{\"lines\":" + lines + "}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WORDCOUNT | textbody/wordcount/a | 200 | {\"message\":3}",
        "WORDCOUNT | textbody/wordcount/http://x/y | 200 | {\"message\":2}",
        "WORDCOUNT | textbody/wordcount/http%3A%2F%2Fx%2Fy | 200 | {\"message\":2}",
        "WORDCOUNT | textbody/wordcount/%5C | 200 | {\"message\":4}",
        "WORDCOUNT | textbody/wordcount/a// | 200 | {\"message\":3}",
        "WORDCOUNT | textbody/wordcount/a%2F | 200 | {\"message\":8}",
        "WORDCOUNT | textbody/wordcount/a%2f/ | 200 | {\"message\":8}",
        "WORDCOUNT | textbody/wordcount/a/b/ | 200 | {\"message\":9}",
        "WORDCOUNT | textbody/wordcount/%2F | 200 | {\"message\":5}",
        "LIFT_RIDES | skiers/2/seasons/2022/days/1/skiers/17 | 200 | {\"message\":310}",
        "LIFT_RIDES | skiers/17/vertical | 200 | {\"season\":\"2021\",\"vertical\":40},{",
        "LIFT_RIDES | resorts/2/seasons/2022/day/1/skiers | 200 | {\"message\":2}",
        "LIFT_RIDES | skiers/seasons/days/skiers | 400 | missing param",
        "SWIPES | matches/17 | 200 | {\"matchList\":[\"4711\"]}",
        "SWIPES | stats/17/ | 200 | {\"numLikes\":2,\"numDislikes\":0}",
        "SWIPES | stats/19 | 404 | {\"message\":\""
      })
  void countsAreReadHoweverTheirNamesAreSpelled(
      Workload workload, String path, int status, String answer) throws Exception {
    try (WorkloadFixture<?> server = serverOf(workload)) {
      server.send("GET", "/server/" + path).hasStatus(status).contains(answer);
    }
  }

  @Test
  void whileRedisIsAwayReadsAre503WithOneLineInTheLogAndTheRestGoesOn() throws Exception {
    try (WorkloadFixture<?> server = serverOf(Workload.WORDCOUNT);
        Logged log = new Logged()) {
      server.send("GET", READ).hasStatus(200);
      redis.kill();
      RawHttp.Answer answer = server.send("GET", READ).hasStatus(503).hasHeader("retry-after", "1");
      assertThat(answer.body()).doesNotContain("127.0.0.1").doesNotContain("redis://");
      server.health().hasStatus(200);
      server.postTo(POST, LINE).hasStatus(200);
      postEnd(server, WorkloadFixture.RUN, 8).hasStatus(200);
      assertThat(server.publisher().ends()).containsExactly(new RunEnd(WorkloadFixture.RUN, 8));
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
    int number = 5 * WorkloadFixture.THREADS;
    ExecutorService readers = Executors.newFixedThreadPool(number);
    try (WorkloadFixture<?> server = serverOf(Workload.WORDCOUNT)) {
      server.send("GET", READ).hasStatus(200);
      redis.freeze();
      List<Future<Integer>> reads =
          IntStream.range(0, number)
              .mapToObj(i -> readers.submit(() -> server.send("GET", READ).status()))
              .toList();
      await().atMost(PATIENCE).until(() -> readsInRedis() > 1);
      server.postTo(POST, LINE).hasStatus(200);
      assertThat(reads).noneMatch(Future::isDone);
      await().atMost(PATIENCE).until(() -> reads.stream().anyMatch(Future::isDone));
      redis.thaw();
      int refused = 0;
      for (Future<Integer> read : reads) {
        assertThat(read.get()).isIn(200, 503);
        refused += read.get() == 503 ? 1 : 0;
      }
      assertThat(refused).isPositive();
    } finally {
      redis.thaw();
      readers.shutdown();
    }
  }

  private static long readsInRedis() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().startsWith("store-read"))
        .filter(thread -> Arrays.toString(thread.getValue()).contains("RedisCounts"))
        .count();
  }

  @ParameterizedTest
  @EnumSource
  void anEndWithAnotherNumberThanInRedisIs409AndTheSameAgainIs200(Workload workload)
      throws Exception {
    RunId run = WorkloadFixture.RUN;
    redis.ask(commands -> commands.hset(RedisRunEnds.table("q2", run), RedisRunEnds.ROW, "7 9"));
    try (WorkloadFixture<?> server = serverOf(workload)) {
      for (int lines : new int[] {7, 9}) {
        postEnd(server, run, lines).hasStatus(200);
      }
      postEnd(server, run, 8).hasStatus(409).says("this run ended with another number of lines: 7");
      RunId other = RunId.startingAt(WorkloadFixture.NOW, new SecureRandom());
      postEnd(server, other, 8).hasStatus(200);
      assertThat(server.publisher().ends())
          .containsExactly(new RunEnd(run, 7), new RunEnd(run, 9), new RunEnd(other, 8));
    }
  }

  @Test
  void theServerIsConnectedToTheRedisOfItsSettingWhenItStartsAndLeavesNoThread() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    int others = redisClients();
    try (RunningServer server =
        new RunningServer("REDIS_URL", redis.url(), "RABBITMQ_URL", "amqp://127.0.0.1:1")) {
      assertThat(redisClients()).isEqualTo(others + 1);
      server.send("GET", READ).hasBody("{\"message\":3}");
    }
    // Netty's threads end a moment after they are said to have ended
    await()
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> !before.contains(thread))
                    .extracting(Thread::getName)
                    .noneMatch(
                        name -> name.startsWith("lettuce") || name.startsWith("store-read")));
  }

  private static int redisClients() {
    return redis.ask(commands -> (int) commands.clientList().lines().count());
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
