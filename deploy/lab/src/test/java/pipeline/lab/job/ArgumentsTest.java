package pipeline.lab.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Option;

/** A run's options are its own or the client's, and bad ones are refused in one line. */
class ArgumentsTest {
  @TempDir private Path directory;
  private Path text;

  @BeforeEach
  void writeText() throws IOException {
    text = Files.writeString(directory.resolve("@lines"), "a line\n");
  }

  /** Parses arguments in which FILE stands for a text that exists. */
  private Arguments parse(String arguments) {
    return Arguments.parse(
        Stream.of(arguments.split(" "))
            .map(each -> each.equals("FILE") ? text.toString() : each)
            .toArray(String[]::new));
  }

  @Test
  void whatIsNotOursGoesToTheClientInItsOrder() {
    Arguments all =
        parse(
            "FILE 2,8 --rate 300 --servers 3 --gets=5 --store redis --repeat 4 -x y"
                + " --lines-per-request=7");

    assertThat(String.join(" ", all.client()))
        .isEqualTo(text + " 2,8 --rate 300 --gets=5 -x y --repeat 4 --lines-per-request 7");
    assertThat(all.servers).isEqualTo(3);
    assertThat(all.rounds()).isEqualTo(8);
  }

  @Test
  void flinkHasOneTaskManagerUnlessMoreAreAskedFor() {
    assertThat(parse("FILE 2").taskManagers).isZero();
    assertThat(parse("FILE 2 --counter flink").taskManagers).isEqualTo(1);
    assertThat(parse("FILE 2 --counter flink --taskmanagers 3 --kill jobmanager").taskManagers)
        .isEqualTo(3);
  }

  @Test
  void generatedRequestsTakeNoFile() {
    List<String> rides = parse("--workload=lift-rides 50 --phases 32x1000,N").client();
    assertThat(String.join(" ", rides))
        .isEqualTo("50 --workload lift-rides --requests 200000 --seed 1 --phases 32x1000,N");
    assertThat(parse("9 --workload swipes --store redis").client()).contains("500000", "--gets=5");
    assertThat(parse("9 --workload swipes").client()).doesNotContain("--gets=5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2                                    | FILE and N are needed
          FILE                                 | FILE and N are needed
          FILE 2 --workload rides              | Invalid value for option '--workload': 'rides' is none of wordcount, lift-rides, swipes
          rides 2 --workload swipes --gets 5 3 | N is 'rides', but must be a positive whole number, or several with commas
          nothing 2                            | nothing does not exist
          . 2                                  | . is not a file
          FILE 2,0                             | N is '2,0', but must be a positive whole number, or several with commas
          FILE 2 --out                         | Missing required parameter for option '--out' (<out>)
          FILE 2 --requests 5                  | --requests is for lift-rides and swipes; FILE has its lines
          FILE 2 --url http://localhost/server | --url and --path are the client's own; this script starts servers
          FILE 2 --gets 5                      | --gets needs --store: without one the servers have nothing to read
          FILE 2 --servrs 3                    | Unknown option: '--servrs', did you mean --servers?
          FILE 2 --repeat 0                    | Invalid value for option '--repeat': '0' is not a positive whole number
          FILE 2 --cluster 2                   | --cluster is '2', but must be 3, 5 or 7
          FILE 2 --cluster 3 --broker embedded | --cluster is of RabbitMQ, not embedded
          FILE 2 --design simple               | --design is 'simple', but must be exact, reference or both
          FILE 2 --design both --store redis   | --design both has no --store
          FILE 2 --design both --csv c         | --design both has no --csv, which both would write
          FILE 2 --design reference --cluster 3 | --design reference has no --balancer and no --cluster
          2 --design reference --workload swipes | --design reference has no --workload but wordcount
          FILE 2 --broker x                    | --broker is 'x', but must be embedded or rabbitmq
          FILE 2 --balancer x                  | --balancer is 'x', but must be http or tcp
          FILE 2 --port 65536                  | --port is '65536', but must be from 1 to 65535
          FILE 2 --port 9 --servers 2          | --port is for one server or a balancer, not for 2 servers
          FILE 2 --consumers 2                 | --consumers 2 needs --store: without it each would count for itself
          FILE 2 --store x                     | --store must be redis or its URL
          FILE 2 --store redis://a:b@c         | --store has a user or a password, which every process on this machine could read
          FILE 2 --broker-api http://a:b@c     | --broker-api must not hold credentials: set BROKER_API_USER and BROKER_API_PASSWORD
          FILE 2 --clients 100                 | --clients is '100', but must be from 1 to 99
          FILE 2 --clients 3 --json a          | --clients and --json exclude each other
          FILE 2 --clients 3 --duration 5      | --clients needs a run of so many lines: time would leave gaps in it
          FILE 2 --clients 3 --csv c           | --clients has no --csv: each client would write it
          FILE 2 --clients 3 --design both     | --clients has no --design but exact
          FILE 2 --kill leader                 | --kill leader needs --cluster
          FILE 2 --kill x                      | --kill is 'x', but must be one of server, consumer, leader, taskmanager, jobmanager
          FILE 2 --kill taskmanager            | --kill taskmanager needs --counter flink
          FILE 2 --counter flink --kill consumer | --counter flink has no --kill consumer
          FILE 2 --counter storm               | --counter is 'storm', but must be consumer or flink
          FILE 2 --taskmanagers 2              | --taskmanagers needs --counter flink
          FILE 2 --counter flink --store redis | --counter flink has no --store
          FILE 2 --counter flink --design both | --counter flink has no --design both
          FILE 2 --counter flink --consumer-threads 2 | --counter flink has no --consumers with their threads
          FILE 2 --counter flink --report      | --counter flink has no --report
          FILE 2 --counter flink --broker embedded | --counter flink is on RabbitMQ, not embedded
          FILE 2 --kill-consumer --kill consumer | --kill consumer is given twice
          FILE 2 --kill server --duration 5    | --kill needs a run of so many lines, for the middle of it
          """)
  void refusesBadOnesInOneLine(String arguments, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse(arguments))
        .withMessage(why + " (see --help)");
  }

  @Test
  void refusesAPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> parse("FILE 2 --port " + taken.getLocalPort()))
          .withMessageContaining("is taken");
    }
  }

  /** The shell prints --help, before there is any Java. */
  @Test
  void helpNamesTheOptionsThatThereAre() throws IOException {
    String help = Files.readString(Path.of("../run")).replaceAll("(?s)^.*?usage:|\nEND\n.*", "");
    Set<String> named =
        Pattern.compile("(?m)^  (--[a-z-]+)|(?<=, )--seed(?= S)")
            .matcher(help)
            .results()
            .map(found -> found.group().strip())
            .collect(Collectors.toCollection(TreeSet::new));
    named.remove("--help");
    Set<String> known =
        Arrays.stream(Arguments.class.getDeclaredFields())
            .filter(field -> field.isAnnotationPresent(Option.class))
            .flatMap(field -> Stream.of(field.getAnnotation(Option.class).names()))
            .collect(Collectors.toCollection(TreeSet::new));
    // of the client, and read here too; and refused
    known.removeAll(Set.of("--repeat", "--csv", "--url", "--path"));
    assertThat(named).isEqualTo(known);
  }
}
