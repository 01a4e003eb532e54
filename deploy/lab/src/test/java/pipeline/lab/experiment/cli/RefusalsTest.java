package pipeline.lab.experiment.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bad arguments are refused with exit code 2, in one line that says why, before anything starts.
 * The text has 200 lines.
 */
class RefusalsTest extends OnFakeRunner {
  private static final String MANY =
      IntStream.rangeClosed(1, 40).mapToObj(Integer::toString).collect(Collectors.joining(","));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
HOME/no              | is not a file that can be read
HOME/empty.txt       | FILE has no lines
HOME/latin-1.txt     | latin-1.txt: line 2 is not valid UTF-8
HOME/lone-cr.txt --threads 2 | --threads 2 needs a request for each, but there are 1: raise
FILE --out HOME      | is not empty
FILE --threads       | Missing required parameter
FILE --colour red    | Unknown option
FILE --rounds 0      | --rounds is from 1 to 1000
FILE --margin 0      | --margin between 0 and 100
FILE --threads 0     | --threads is '0', but may be 1 to 1024
FILE --threads 07    | --threads is '07'
FILE --threads 1,1   | --threads has a value twice
FILE --threads MANY --consumer-threads MANY | 1600 combinations, but at most 1000
FILE --prefetch none | --prefetch is 'none', but may be auto or 1 to 65535
FILE --queue stream  | --queue is 'stream', but may be classic, quorum
FILE --jvm 128m      | --jvm is '128m'
FILE --delay-client 12   | --delay-client is '12', but may be none or 0 to 200 ms
FILE --delay-broker 9ms+-2ms | --delay-broker is '9ms+-2ms'
FILE --delay-consumer 201ms | --delay-consumer is '201ms'
FILE --cpus-consumer core1-0 | --cpus-consumer is 'core1-0'
FILE --cpus-client core99 | --cpus-client core99, but there are only the cores
FILE --requests 5        | --requests is for generated workloads
FILE --seconds 5         | --seconds is for a --load such as wrk
FILE --load wrk --repeat 5 | --repeat is for a --load that ends with the text
FILE --workload lift-rides | --workload lift-rides is generated and takes no FILE
--workload skiing        | --workload is 'skiing'
--workload swipes --requests 0 | --requests is from 1 to
--workload swipes --repeat 2 | --repeat is for a text
--workload swipes --design ours,spring     | --design spring has no --workload swipes
--workload lift-rides --design ours,reference | --design reference has no --workload
--workload lift-rides --design ours,spring | --design spring has no --workload lift-rides
--workload lift-rides --load wrk | --load wrk has no --workload lift-rides
FILE --threads 64 --lines-per-request 10 | for each, but there are 20: raise --repeat
FILE --consumers 2       | --consumers 2 needs --store redis
FILE --gets 5            | --gets 5 needs --store redis
FILE --ack manual,auto   | --ack auto loses lines, so it needs --store memory
FILE --ack auto --store memory --prefetch 10 | --ack auto has no --prefetch 10
FILE --durable off --queue quorum | --durable off has no --queue quorum
FILE --design reference --durable off | --design reference has no --durable off
FILE --design spring --channels 200 | --design spring has no --channels 200
FILE --design spring-unconfirmed --channels 200 | --design spring-unconfirmed has no --channels
FILE --design reference --lines-per-request 2 | reference has no --lines-per-request 2
FILE --design ours,ours@ | --design is 'ours@'
FILE --design ours,ours@HOME | HOME: HOME/client/target/client.jar is missing
FILE --load hey          | --load is 'hey', but may be client, wrk, backlog
FILE --load backlog --consumers 0   | --load backlog has no --consumers 0
FILE --load wrk --restart broker    | --load wrk has no --restart broker
FILE --load wrk --first-phase 32x1000 | --load wrk has no --first-phase 32x1000
FILE --load wrk --servers 4 | --load wrk sends to one address: --servers needs --balancer
FILE --design nothing --delay-broker 5ms  | --delay-broker 5ms has no effect with --design nothing
FILE --design nothing --cpus-consumer core0 | --cpus-consumer core0 has no effect with --design
FILE --design ours,nothing --delay-broker 0ms,5ms | has no effect with --design nothing
FILE --design ours,nothing --consumer-threads 1,2 | --consumer-threads 2 has no effect
FILE --load wrk --consumers 0 --prefetch 10,100 | 10 has no effect with --consumers 0
FILE --load wrk --consumers 0 --store memory | memory has no effect with --consumers 0
preset r0                | there is no preset 'r0', but all, benches, r1, r2
preset r1 --rounds 0     | --rounds is from 1 to 1000
preset r1 --threads 2    | Unknown option
preset r1 r2             | Unmatched argument
""")
  void saysWhyInOneLine(String arguments, String why) throws IOException {
    Files.writeString(home.resolve("empty.txt"), "\n\n");
    Files.writeString(home.resolve("latin-1.txt"), "a\nn\u00e9\n", ISO_8859_1);
    Files.writeString(home.resolve("lone-cr.txt"), "a\rb\n"); // one line, as the client sees it

    assertThat(main(NONE, placed(arguments))).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("experiment: ")
        .contains(why.replace("HOME", home.toString()));
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FILE --workload wordcount --design ours,reference,spring,spring-nothing,nothing",
        "FILE --consumers 2 --gets 5 --store redis",
        "FILE --ack auto --store memory",
        "FILE --design nothing --lines-per-request 2",
        "FILE --threads 64 --lines-per-request 10 --load wrk",
        "FILE --design ours,nothing --consumer-threads 1",
        "FILE --design ours,nothing --delay-client 0ms,5ms",
        "FILE --load wrk --consumers 0,1 --store memory",
        "FILE --consumers 0 --store redis --gets 5",
        "FILE --load backlog --delay-consumer 0ms,5ms",
        "FILE --design reference,reference-safe --channels 200",
        "FILE --cpus-server core0",
        "--workload lift-rides --design ours,nothing,spring-nothing",
      })
  void aLevelThatSomeCellsNeedMayBeOfNoUseToOthers(String arguments) {
    assertThat(ExperimentCommand.planOf(List.of(placed(arguments).split(" ", -1))).slots())
        .isNotEmpty();
  }

  private String placed(String arguments) {
    return arguments
        .replace("MANY", MANY)
        .replace("FILE", home.resolve("text.txt").toString())
        .replace("HOME", home.toString())
        .replace("preset", "preset --root ../..");
  }
}
