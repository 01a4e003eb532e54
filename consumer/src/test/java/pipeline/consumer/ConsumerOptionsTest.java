package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each option has its default and its limits, and a bad one is named in one line. */
class ConsumerOptionsTest {
  private static ConsumerOptions parse(String line) {
    return ConsumerOptions.parse(line.isEmpty() ? new String[0] : line.split(" "));
  }

  @Test
  void theReferenceDesignAcksAutomaticallyAndMergesAsReportedUnlessItIsToldOtherwise() {
    assertThat(parse("4").isAutoAck()).isFalse();
    assertThat(parse("4").prefetch()).isEqualTo(2_500);
    ConsumerOptions reference = parse("4 --design reference");
    assertThat(reference.design.isReference()).isTrue();
    assertThat(reference.isAutoAck()).isTrue();
    assertThat(reference.design.isAtomic()).isFalse();
    ConsumerOptions safe = parse("4 --design reference --merge atomic --ack manual --prefetch 9");
    assertThat(safe.isAutoAck()).isFalse();
    assertThat(safe.prefetch()).isEqualTo(9);
    assertThat(safe.design.isAtomic()).isTrue();
    assertThat(parse("4 --design exact").design.isReference()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "'', THREADS",
    "-1, -1",
    "x, THREADS",
    "1 2, 2",
    "1 --nonsense, --nonsense",
    "1 --dump /nonexistent/d, --dump /nonexistent/d",
    "1 --dump /, --dump /",
    "'1 --dump d\u0007', --dump",
    "'1 --state s\u0007', --state has a control character",
    "'1 --store redis://h\u0007', --store has a control character",
    "1 --state s --store redis://localhost, --store and --state",
    "1 --design simple, --design is 'simple'",
    "1 --merge atomic, --merge is for --design reference",
    "1 --design reference --merge never, --merge is 'never'",
    "1 --design reference --state s, --design reference has no --state",
    "1 --design reference --http 8081, --design reference has no --http",
    "1 --design reference --workload swipe-counts, --workload is 'swipe-counts'",
    "1 --http many, --http is 'many'",
    "1 --http 127.0.0.1, --http is '127.0.0.1'",
    "1 --http host:8081, --http is 'host:8081'",
    "1 --http 300.1.1.1:8081, --http is '300.1.1.1:8081'",
    "1 --http 1.2:8081, --http is '1.2:8081'",
    "1 --http [1:2]:8081, --http is '[1:2]:8081'",
    "1 --cache 5, --cache is for --state",
    "1 --ack never, --ack is 'never'",
    "1 --ack auto --state s, --ack auto",
    "1 --ack auto --store redis, --ack auto",
    "1 --ack auto --prefetch 9, --ack auto",
  })
  void aBadArgumentIsNamedInOneLine(String line, String named) {
    assertThatThrownBy(() -> parse(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(named)
        .message()
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "THREADS, 2000",
    "--prefetch, 65535",
    "--commit-interval, 60000",
    "--until-idle, 86400",
    "--max-unacked, 1000000",
    "--http, 65535",
  })
  void aNumberHasLimits(String option, int most) {
    String begin = option.equals("THREADS") ? "" : "1 " + option + " ";
    parse(begin + most);
    parse(begin + 1);
    for (int bad : new int[] {0, most + 1}) {
      assertThatThrownBy(() -> parse(begin + bad)).hasMessageStartingWith(option + " is " + bad);
    }
  }

  @Test
  void thePageIsOnTheLoopbackUnlessAnAddressIsGiven() {
    assertThat(parse("1").http).isEmpty();
    assertThat(parse("1 --http 8081").http)
        .hasValue(new InetSocketAddress(InetAddress.getLoopbackAddress(), 8081));
    assertThat(parse("1 --http 0.0.0.0:8081").http)
        .hasValue(new InetSocketAddress("0.0.0.0", 8081));
    assertThat(parse("1 --http [::]:8081").http).hasValue(new InetSocketAddress("::", 8081));
  }

  @Test
  void theCacheOfAStateIsAThirdOfTheHeapUnlessItIsGiven() {
    long heap = Runtime.getRuntime().maxMemory();
    long third = parse("1 --state s").cacheBytes();
    assertThat(third).isBetween(heap / 3 - (1 << 20), heap / 3);
    assertThat(parse("1 --state s --cache 1").cacheBytes()).isEqualTo(1 << 20);
    // without a state directory the counts themselves are in memory too
    assertThat(parse("1").cacheBytes()).isLessThan(third / 2);
    long most = (heap / 2) >> 20;
    parse("1 --state s --cache " + most);
    for (long bad : new long[] {0, most + 1}) {
      assertThatThrownBy(() -> parse("1 --state s --cache " + bad))
          .hasMessageContaining("--cache is " + bad);
    }
  }

  @Test
  void partitionsAreSomeOfThoseThatAreThereAndNeedAStoreThatOthersShare() {
    List<String> queues = List.of("q.0", "q.1", "q.2", "q.3");
    assertThat(ConsumerOptions.parse("1").partitionsOf(queues)).isEqualTo(queues);
    assertThat(shared("1-2").partitionsOf(queues)).containsExactly("q.1", "q.2");
    assertThat(shared("3").partitionsOf(queues)).containsExactly("q.3");
    for (String bad : List.of("2-1", "0-4", "4", "-1", "a", "0,1", "")) {
      assertThatThrownBy(() -> shared(bad).partitionsOf(queues))
          .hasMessage(
              "--partitions is '"
                  + bad
                  + "', but must be A-B or A, from 0 to 3, as PARTITIONS is 4");
    }
    assertThatThrownBy(() -> ConsumerOptions.parse("1", "--state", "s", "--partitions", "0"))
        .hasMessageStartingWith("--partitions is for --store");
  }

  private static ConsumerOptions shared(String partitions) {
    return ConsumerOptions.parse("1", "--store", "redis", "--partitions", partitions);
  }
}
