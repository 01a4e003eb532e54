package pipeline.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.commons.lang3.StringUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.StubServer;

/**
 * Bad arguments and input are named in one line, with exit code 2, before anything is sent. A file
 * that changes while it is sent makes the run a failure, in whatever shape it is sent.
 */
class BadInputTest extends WholeProgram {
  @BeforeEach
  @Override
  void writeFile() throws IOException {
    write("a\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
FILE %s | NOTHING 0 -1 3.5 abc 10001 99999999999 1e3 | whole number from 1 to 10000
FILE %s | 2, ,2 2,,4 2;4 2,0 | N must be a whole number from 1 to 10000
FILE 1 --lines-per-request=%s | NOTHING 0 -1 all 1000001 | whole number from 1 to 1000000
FILE 1 --repeat=%s | 0 1000001 | --repeat must be a whole number from 1 to 1000000
FILE 1 --timeout=%s | soon 0 3601 | --timeout must be a whole number from 1 to 3600
1 --workload=swipes --requests=%s | NOTHING 0 1e3 2147483648 | number from 1 to 2147483647
1 --workload=swipes --seed=%s | NOTHING -1 x 2147483648 | number from 0 to 2147483647
FILE 1 --rate=%s | 0 1e3 | --rate must be a number a second from 0.001 to 1000000
FILE 1 --gets=%s | NaN | --gets must be a number a second from 0.001 to 1000000
FILE 1 --duration=%s | 0 0.0s | --duration must be more than 0 seconds
FILE 1 --warmup=%s | -1 NOTHING 1h | --warmup must be seconds, such as 10, 0.5s or 2m
FILE 1 --cooldown=%s | 2d 86401 | --cooldown must be seconds, such as 10, 0.5s or 2m
FILE 1 --stages=%s | NOTHING 100 100:10:5 100:10, 100/s | --stages must look like
FILE 64 --phases=%s | NOTHING 32x1000 N 32,N 32x1000,65 32x1000x2,N | must look like
FILE 64 --phases=%s | 32x1000,N,N | --phases must look like 32x1000,N
FILE 1 --run-id=%s | NOTHING xyz 0123456789abcdef0123456789abcdef | must be a UUID
FILE 1 --run-id=%s | 019ac000-0000-7def-8123-456789abcdef | must be a UUID of version 7
FILE 1 --run-id=%s | 019ac00000004def8123456789abcdef | must be a UUID of version 7
FILE 1 --resume --run-id=%s | 019ac00000007def8123456789abcde | must be a UUID of version 7
FILE 1 --resume --run-id 019ac00000007def8123456789abcdef --part=%s | NOTHING 2 1:3 1/2/3 | --part must look like 1/3
FILE 1 --resume --run-id 019ac00000007def8123456789abcdef --part=%s | 0/3 4/3 -1/3 | from 1 to 3
FILE 1 --start-at=%s | NOTHING soon 12:00 2126-01-01T00:00:00Z | must be a time within a day
FILE 1 --expect=%s | p99<50 p99<50min | needs a unit: us, ms or s
FILE 1 --expect=%s | errors=0ms | must be without a unit
FILE 1 --expect=%s | errors/s<1 p100<1s latency<1s | is not one of throughput, lines/s, errors
FILE 1 --expect=%s | p99 p99<50ms, p99<-1ms p99<1e3ms | does not look like p99<50ms, errors=0
FILE 1 --broker-api=%s | NOTHING localhost:15672 amqp://a http:// | must look like http://host:15672
FILE 1 --broker-api=%s | http://a?b http://a:65536 http://a,amqp://b | must look like http://host:15672
FILE 1 --path=%s | words /a#b /%4 http://localhost/x | --path must look like /any/path
FILE 1 --url=%s | localhost:8080 ftp://localhost/server | --url must look like http://
FILE 1 --url=%s | http:// http:///server http://host:80x/server | --url must look like
FILE abc | | N must be a whole number from 1 to 10000, not 'abc'
FILE 1 --path x | | must look like /any/path, with %XX for what no URL has, not 'x'
FILE | | wordcount takes FILE and N, but got 'DIR/lines.txt'
32 | | wordcount takes FILE and N, but got '32'
FILE 1 more | | Unmatched argument at index 2: 'more'
FILE 1 --urll | | Unknown option: '--urll', did you mean --url? (see --help)
1 --workload rides | | --workload must be one of wordcount, lift-rides, swipes, not 'rides'
FILE 1 --workload swipes | | swipes takes N, but got 'DIR/lines.txt 1'
--workload lift-rides | | lift-rides takes N, but got nothing
FILE 1 --lines=2 | | Unknown option: '--lines=2', did you mean --lines-per-request? (see --help)
FILE 1 --nothing-like-it | | Unknown option: '--nothing-like-it' (see --help)
FILE 1 --broker-api http://g:s3cret@h | | --broker-api must not hold credentials: set BROKER_API_USER and BROKER_API_PASSWORD
FILE 1 --path /x --workload swipes | | swipes takes N
1 --path /x --workload swipes | | --path is for FILE; swipes has paths of its own
FILE 1 --path /x --gets 5 | | --gets and --path exclude each other
FILE 1 --path /x --no-key --resume --run-id 0 | | --resume and --no-key exclude each other
FILE 1 --no-key | | --no-key needs --path
FILE 1 --resume | | --resume needs the --run-id
FILE 1 --part 1/3 | | --part needs the --run-id that all parts are sent under
FILE 1,2 --part 1/3 --resume --run-id 019ac00000007def8123456789abcdef | | --part needs one number of threads
FILE 1 --gets-url http://localhost:1 | | --gets-url needs --gets
DIR/none.txt 1 | | DIR/none.txt: no such file
@FILE 1 | | a: no such file
@DIR/none.txt 1 | | @DIR/none.txt: no such file
DIR 1 | | DIR: Is a directory
FILE 1 --json DIR/a --csv DIR/./a | | --json DIR/a: is the file of --csv too
FILE 1 --json - --csv - | | --json -: is the file of --csv too
FILE 1 %s | --requests=5 --seed=5 | is for generated workloads; wordcount sends FILE
FILE 1 --stages 1:1 %s | --rate=1 --duration=1 --phases=1x1,N --repeat=2 | exclude each other
FILE 1 --duration 1 --repeat %s | 2 | --duration and --repeat exclude each other
FILE 1 --rate 1 --phases %s | 1x1,N | --rate and --phases exclude each other
""")
  void aValueOutOfItsRangeAndArgumentsThatMakeNoSenseAreRefused(
      String arguments, String values, String message) {
    for (String value : StringUtils.defaultString(values).split(" ", -1)) {
      String typed = value.equals("NOTHING") ? "" : value;
      String refusal = message.replace("DIR", dir.toString());
      assertRefused(refusal, arguments.formatted(typed).split(" ", -1));
    }
  }

  @Test
  void invalidUtf8IsNamedByItsLineBeforeAnythingIsSent() throws IOException {
    Files.writeString(dir.resolve("bad.txt"), "a\n\nb\nc\u00c3(\n", ISO_8859_1);

    assertRefused("bad.txt: line 4 is not valid UTF-8", "DIR/bad.txt", "1", "--url", server.url());
    assertThat(server.received()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://user:secret@host/server | without a user and password before an @
          http://user@host | without a user and password before an @
          user:secret@host | with http or https, not 'user:secret@host'
          http://host/server?a=b | without '?a=b'
          http://host/server/#a | without '#a'
          http://host/server/textbody/wordcount/ | without the path '/textbody/wordcount'
          http://host/server/skiers/1/seasons/2022/days/1/skiers/1 | without the path '/skiers/1/
          http://host/health | without the path '/health'
          http://b\u00fccher/server | and no host has the character '\u00fc'
          http://my*server/server | and no host has the character '*'
          http://host:0/server | with a port from 1 to 65535
          http://host:99999/server | with a port from 1 to 65535
          """)
  void aUrlIsRefusedByThePartThatItShouldNotHave(String url, String why) {
    String expected = "--url must look like http://host:8080/server, " + why;
    assertRefused(expected, "FILE", "1", "--url", url);
    assertRefused("--gets-url must look", "FILE", "1", "--gets", "1", "--gets-url", url);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--url", "--gets-url", "--queue", "--broker-api", "--workload", "--csv"})
  void noValueHasAControlCharacter(String option) {
    for (String control : List.of("\r", "\n", "\u007f", "\u0085", "\u2028")) {
      assertRefused(option + " has a control character", "FILE", "1", option, "words" + control);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--csv", "--json", "--report"})
  void anOutputThatCannotBeWrittenIsRefused(String option) {
    String begin = option + " " + dir;
    assertRefused(begin + ": is a directory", "FILE", "1", option, "DIR");
    assertRefused(begin + "/no/a: no such folder", "FILE", "1", option, "DIR/no/a");
    assertRefused(begin + "/lines.txt: is the file of FILE too", "FILE", "1", option, "FILE");
  }

  @Test
  void aNameThatWouldDriveATerminalIsShownOnOneLineWithoutDoingSo() {
    assertRefused("a?b?[2J: no such file", "a\nb\u001b[2J", "1");
    assertRefused("Unknown option: '--?[2J'", "FILE", "1", "--\u001b[2J");
    assertRefused("'no?file' cannot be the name of a file: Nul character", "no\0file", "1");
  }

  @ParameterizedTest
  @CsvSource({"--help, Usage: java -jar client.jar FILE N", "--version, client.jar "})
  void aTextThatIsAskedForIsNoError(String option, String text) {
    assertThat(run(option)).isZero();
    assertThat(out()).startsWith(text);
  }

  private void assertRefused(String message, String... arguments) {
    int before = told().size();
    assertThat(run(arguments)).as(String.join(" ", arguments)).isEqualTo(2);
    assertThat(told().subList(before, told().size()))
        .singleElement()
        .asString()
        .startsWith("client: ")
        .contains(message)
        .doesNotContain("s3cret");
    assertThat(out()).isEmpty();
  }

  private static final String LINES = "some words\n".repeat(30);
  private static final int CHANGED_AT = 5;
  private static final String OTHER_THAN =
      ".*: it (has \\d+ bytes now, but had \\d+|has more than the 30 lines that it had"
          + "|ends before line \\d+ of the 30 it had) at first";

  private static void change(Path file, String how) throws IOException {
    switch (how) {
      case "shorter" -> Files.writeString(file, LINES.substring(0, LINES.length() / 2));
      case "longer" -> Files.writeString(file, "more\n", StandardOpenOption.APPEND);
      case "of a longer line" -> Files.writeString(file, "more", StandardOpenOption.APPEND);
      default -> Files.delete(file);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FILE 4",
        "FILE 1,2",
        "FILE 1 --repeat 1000",
        "FILE 2 --rate 500",
        "FILE 2 --duration 30",
        "FILE 2 --stages 500/s:0.1s,500/s:30s",
        "FILE 3 --phases 1x10,N",
        "FILE 1 --lines-per-request 4",
        "FILE 1 --lines-per-request 4 --repeat 1000",
        "FILE 1 --run-id 019ac00000007def8123456789abcdef --resume",
        "FILE 1 --gets 100 --repeat 1000"
      })
  void aFileThatChangesIsToldInOneLineWithItsCause(String arguments) throws IOException {
    for (String change : List.of("shorter", "longer", "of a longer line", "gone")) {
      int before = told().size();
      assertThat(run(arguments, change)).isOne();
      assertThat(told().subList(before, told().size()))
          .as("%s %s", arguments, change)
          .hasSize(1)
          .allMatch(line -> line.startsWith("client: stopped early: cannot read the input: "))
          .allMatch(line -> line.matches(change.equals("gone") ? ".*no such file" : OTHER_THAN));
    }
  }

  private int run(String arguments, String change) throws IOException {
    Path file = write(LINES);
    StubServer.Script changing =
        (exchange, number) -> {
          if (number == CHANGED_AT) {
            change(file, change);
          }
          StubServer.answer(exchange, 200);
        };
    try (StubServer server = StubServer.scripted(changing)) {
      return run(server, arguments);
    }
  }
}
