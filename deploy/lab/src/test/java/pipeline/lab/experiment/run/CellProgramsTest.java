package pipeline.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.StringUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.lab.experiment.analysis.Cell;
import pipeline.rig.Jars;
import pipeline.rig.Program;
import pipeline.rig.Rig;
import pipeline.rig.Services;
import pipeline.rig.Spec;
import pipeline.wire.workload.Workload;

/** The levels of a cell reach its programs, ours and those that they are compared with. */
class CellProgramsTest {
  @TempDir private Path home;

  private Rig rig(Cell cell) {
    Services services =
        new Services(
            home, "amqp://me:s3cret@broker", List.of(), "redis://me:s3cret@r", Optional.empty());
    Spec spec = CellPrograms.spec(cell, Workload.SWIPES, "queue");
    return new Rig(spec, programs(cell), services, home, home, ready -> {});
  }

  private static CellPrograms programs(Cell cell) {
    return new CellPrograms(cell, Jars.builtIn(Path.of("/project")));
  }

  /** The cell that has these levels, such as {@code threads=64; queue=quorum}. */
  private static Cell with(String levels) {
    Map<String, String> all = new LinkedHashMap<>();
    for (Setting setting : Setting.values()) {
      all.put(setting.spelled(), setting.standard());
    }
    for (String level : StringUtils.split(levels, ';')) {
      String[] sides = level.strip().split("=", 2);
      assertThat(all.replace(sides[0], sides[1])).isNotNull();
    }
    return new Cell(all);
  }

  private Program program(String name, Cell cell) throws IOException {
    List<String> input = List.of("text", "1", "--repeat", "3");
    return switch (name) {
      case "server" -> programs(cell).server(rig(cell), 1);
      case "consumer" -> programs(cell).consumer(rig(cell), "swipe-counts", Path.of("state"));
      case "client" -> programs(cell).client(rig(cell), input);
      case "measured" ->
          Program.of("", programs(cell).measuring(Path.of("rows.csv")).toArray(String[]::new));
      default -> Program.of("", programs(cell).warmingUp().toArray(String[]::new));
    };
  }

  /** A program is told by its environment and by its command line; what it lacks begins so. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
"""
threads=32 | server | SERVER_HOST=127.0.0.1 & SERVER_PORT=1 & RABBITMQ_URL=amqp://me:s3cret@broker & QUEUE=queue | -
queue=quorum; publish=per-request | server | QUEUE_TYPE=quorum & PUBLISH=per-request | -
channels=80; confirm=none; delivery=transient | server | CHANNELS=80 & CONFIRM=none & DELIVERY=transient | -
consumer-threads=5; prefetch=10; queue=quorum | consumer | 5 --workload swipe-counts --dump & --state & --prefetch 10 & QUEUE_TYPE=quorum | -
threads=64; lines-per-request=7 | client | text 1 --repeat 3 & --lines-per-request 7 | -
cpus-client=core0-1 | client | taskset -c 0-1 | -
durable=off; ack=auto; store=memory | server | DURABLE=off & WORKLOAD=swipes | -
durable=off; ack=auto; store=memory | consumer | DURABLE=off & --ack auto | --store & --state
threads=32 | server | WORKLOAD=swipes | CHANNELS & REDIS_URL
threads=32 | consumer | --ack manual | --prefetch
threads=32 | warm-up | - | --gets
csv=on | measured | --csv rows.csv | -
first-phase=32x1000; gets=5; store=redis | measured | --phases 32x1000,N --gets 5 | -
gets=5; store=redis | warm-up | --gets 5 | -
gets=5; store=redis | server | REDIS_URL=redis://me:s3cret@r | -
gets=5; store=redis | consumer | --store redis | --state
server-threads=50 | server | SERVER_THREADS=50 | -
jvm=-Xmx128m -XX:+UseSerialGC | server | -Xmx128m -XX:+UseSerialGC -jar | -
design=nothing | server | /project/deploy/peers/target/peers.jar 1 | -
design=spring | server | SPRING_PROFILES_ACTIVE=confirmed & SPRING_RABBITMQ_ADDRESSES=amqp://me:s3cret@broker | -
design=spring-unconfirmed | server | SPRING_PROFILES_ACTIVE=unconfirmed | -
design=reference | server | /project/server/target/server.jar & DESIGN=reference | DURABLE & DELIVERY & CONFIRM
design=reference-safe; channels=200 | server | CHANNELS=200 & DURABLE=on & DELIVERY=persistent & CONFIRM=on | -
design=reference | consumer | /project/consumer/target/consumer.jar & --design reference --merge atomic & DURABLE=off | --ack & --state
design=reference-safe | consumer | --ack manual --prefetch 100 & DURABLE=on | -
design=spring | consumer | --ack manual & DURABLE=on | -
design=spring-unconfirmed | consumer | --design reference & DURABLE=on | --ack
""")
  void aCellsLevelsReachItsPrograms(String levels, String name, String told, String lacks)
      throws IOException {
    Program program = program(name, with(levels));
    StringBuilder all = new StringBuilder(" ");
    program.environment().forEach((key, value) -> all.append(key + "=" + value + " "));
    all.append(String.join(" ", program.command())).append(' ');
    assertThat(program.command()).as("passwords").noneMatch(each -> each.contains("://me:s3cret"));

    Arrays.stream(StringUtils.split(StringUtils.defaultString(told), '&'))
        .forEach(each -> assertThat(all).contains(" " + each.strip() + " "));
    for (String each : StringUtils.split(StringUtils.defaultString(lacks), '&')) {
      assertThat(all).doesNotContain(" " + each.strip());
    }
  }

  @Test
  void aMachineHasTheCoresOfItsRanges() {
    Rules.checkCores(with("cpus-server=core8"), "0-3,8");
    Rules.checkCores(with("cpus-server=core1-3"), "0-3,8");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rules.checkCores(with("cpus-server=core3-4"), "0-3,8"))
        .withMessage("--cpus-server core3-4, but there are only the cores 0-3,8");
  }

  @ParameterizedTest
  @CsvSource({
    "threads=32, 'client, consumer, server'",
    "design=spring, 'client, consumer, deploy/peers-spring'"
  })
  void eachDesignNeedsItsOwnJars(String levels, String modules) {
    assertThat(String.join(", ", CellPrograms.modules(List.of(with(levels))))).isEqualTo(modules);
  }
}
