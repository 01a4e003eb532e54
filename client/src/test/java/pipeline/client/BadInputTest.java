package pipeline.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.client.http.StubServer;
import pipeline.client.load.StopSignal;
import pipeline.wire.process.Console;

/** Bad arguments and input are named in one line, with exit code 2, before anything is sent. */
class BadInputTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path dir;
  private String file;

  @BeforeEach
  void writeFile() throws IOException {
    file = Files.writeString(dir.resolve("good.txt"), "a\n").toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "3.5", "abc", "", "10001", "99999999999", "1e3"})
  void threadsNotAPositiveWholeNumber(String threads) {
    assertRefused("N must be a whole number from 1 to 10000, not '" + threads + "'", file, threads);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "all", "", "1000001"})
  void linesPerRequestNotAPositiveWholeNumber(String lines) {
    String message = "--lines-per-request must be a whole number from 1 to 1000000, not '%s'";
    assertRefused(message.formatted(lines), file, "1", "--lines-per-request", lines);
  }

  @Test
  void noArguments() {
    assertRefused("wordcount takes FILE and N, but got nothing");
  }

  @Test
  void threadsMissing() {
    assertRefused("wordcount takes FILE and N, but got '" + file + "'", file);
  }

  @Test
  void aNameThatNoFileCanHave() {
    assertRefused("'no?file' cannot be the name of a file: Nul character", "no\0file", "1");
  }

  @Test
  void unknownOption() {
    assertRefused("Unknown option: '--urll'", file, "1", "--urll");
  }

  @Test
  void oneArgumentTooMany() {
    assertRefused("Unmatched argument at index 2: 'more'", file, "1", "more");
  }

  @Test
  void workloadNobodyKnows() {
    assertRefused(
        "--workload must be one of wordcount, lift-rides, swipes, not 'rides'",
        "1",
        "--workload",
        "rides");
  }

  @Test
  void whatIsGeneratedTakesNoFileAndNothingElseIsGenerated() {
    assertRefused("swipes takes N, but got '" + file + " 1'", file, "1", "--workload", "swipes");
    assertRefused("lift-rides takes N, but got nothing", "--workload", "lift-rides");
    assertRefused("wordcount takes FILE and N, but got '32'", "32");
    assertRefused("--requests is for generated workloads", file, "1", "--requests", "5");
    assertRefused("--seed is for generated workloads", file, "1", "--seed", "5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "", "1e3", "2147483648"})
  void requestsNotAPositiveWholeNumber(String requests) {
    assertRefused(
        "--requests must be a whole number from 1 to 2147483647, not '" + requests + "'",
        "1",
        "--workload=swipes",
        "--requests=" + requests);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "", "x", "2147483648"})
  void seedNotAWholeNumber(String seed) {
    assertRefused(
        "--seed must be a whole number from 0 to 2147483647, not '" + seed + "'",
        "1",
        "--workload=swipes",
        "--seed=" + seed);
  }

  @Test
  void missingFile() {
    assertRefused("none.txt: no such file", dir.resolve("none.txt").toString(), "1");
  }

  @Test
  void directory() {
    assertRefused(dir + ": is a directory, not a file", dir.toString(), "1");
  }

  @Test
  void notARegularFile() {
    assertRefused("/dev/null: is not a regular file", "/dev/null", "1");
  }

  @Test
  void invalidUtf8IsNamedByItsLineBeforeAnythingIsSent() throws IOException {
    Path bad = dir.resolve("bad.txt");
    Files.write(bad, new byte[] {'a', '\n', '\n', 'b', '\n', 'c', (byte) 0xc3, '(', '\n'});

    try (StubServer server = StubServer.answeringOk()) {
      assertRefused(
          "bad.txt: line 4 is not valid UTF-8", bad.toString(), "1", "--url", server.url());
      assertThat(server.received()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:8080",
        "ftp://localhost/server",
        "http://",
        "http:///server",
        "http://host:99999/server",
        "http://host:0/server",
        "http://host:80x/server",
        "not a url"
      })
  void urlThatIsNoServersAddress(String url) {
    assertRefused("--url must look like http://host:8080/server", file, "1", "--url", url);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://user:secret@host/server | without a user and password before an @",
        "http://user@host | without a user and password before an @",
        "user:secret@host | with http or https, not 'user:secret@host'",
        "http://host/server?a=b | without the query '?a=b'",
        "http://host/server/#a | without the fragment '#a'",
        "http://host/server/textbody/wordcount | without the path '/textbody/wordcount'",
        "http://host/server/textbody/wordcount/ | without the path '/textbody/wordcount'",
        "http://host/server/skiers/1/seasons/2022/days/1/skiers/1 | without the path '/skiers/1/",
        "http://host/server/swipe/left | without the path '/swipe/left'",
        "http://host/health | without the path '/health'",
        "http://b\u00fccher/server | and no host has the character '\u00fc'",
        "http://my*server/server | and no host has the character '*'",
        "http://host:0/server | with a port from 1 to 65535",
        "http://host:99999/server | with a port from 1 to 65535"
      })
  void aUrlIsRefusedByThePartThatItShouldNotHave(String url, String why) {
    String expected = "--url must look like http://host:8080/server, " + why;
    assertRefused(expected, file, "1", "--url", url);
    assertRefused("--gets-url must look", file, "1", "--gets", "1", "--gets-url", url);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--url", "--gets-url", "--queue", "--broker-api", "--workload", "--csv"})
  void noValueHasAControlCharacter(String option) {
    for (String control : List.of("\r", "\n", "\u007f", "\u0085", "\u2028")) {
      assertRefused(option + " has a control character", file, "1", option, "words" + control);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--csv", "--json", "--hgrm", "--hlog", "--report"})
  void anOutputThatCannotBeWritten(String option) {
    assertRefused(option + " " + dir + ": is a directory", file, "1", option, dir.toString());
    assertRefused(option + " " + dir + "/no/a: no such folder", file, "1", option, dir + "/no/a");
    assertRefused(option + " " + file + ": is the file of FILE too", file, "1", option, file);
  }

  @Test
  void aFileOfAStepThatCannotBeWritten() throws IOException {
    Files.createDirectory(dir.resolve("a-3.hgrm"));
    String first = dir.resolve("a.hgrm").toString();
    assertRefused("a-3.hgrm: is a directory", file, "1,2,3", "--hgrm", first);
  }

  @Test
  void aFileOfTwoOptions() {
    String twice = dir.resolve("a").toString();
    assertRefused(
        "--json " + twice + ": is the file of --csv too",
        file,
        "1",
        "--json",
        twice,
        "--csv",
        dir.resolve(".").resolve("a").toString());
  }

  @Test
  void otherOptionsOutOfTheirRange() {
    assertRefused("--repeat must be a whole number", file, "1", "--repeat", "0");
    assertRefused("--timeout must be a whole number", file, "1", "--timeout", "soon");
    assertRefused("--run-id must be a UUID of version 7 in", file, "1", "--run-id", "xyz");
    assertRefused("--resume needs the --run-id", file, "1", "--resume");
    assertRefused("--rate must be a number a second from 0.001", file, "1", "--rate", "0");
    assertRefused("--duration must be more than 0 seconds", file, "1", "--duration", "0");
    assertRefused("--warmup must be seconds", file, "1", "--warmup", "-1");
    assertRefused("--cooldown must be seconds", file, "1", "--cooldown", "2d");
    assertRefused("--gets must be a number a second", file, "1", "--gets", "NaN");
    assertRefused("--gets-url needs --gets", file, "1", "--gets-url", "http://localhost:1");
    assertRefused(
        "--gets-url must look like", file, "1", "--gets", "5", "--gets-url", "localhost:1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2,", ",2", "2,,4", "2;4", "2,0", "2, 4"})
  void listThatIsNotOfPositiveWholeNumbers(String threads) {
    assertRefused("N must be a whole number from 1 to 10000, not '", file, threads);
  }

  @ParameterizedTest
  @ValueSource(strings = {"100", "100:10:5", "", "100:10,", "100/s"})
  void stagesOfAnotherForm(String stages) {
    assertRefused(
        "--stages must look like 100/s:10s,500/s:30s, not '" + stages + "'",
        file,
        "1",
        "--stages",
        stages);
  }

  @ParameterizedTest
  @ValueSource(strings = {"32x1000", "N", "32,N", "32x1000,65", "32x1000x2,N", "", "32x1000,N,N"})
  void phasesOfAnotherForm(String phases) {
    assertRefused(
        "--phases must look like 32x1000,N, not '" + phases + "'", file, "64", "--phases", phases);
  }

  @Test
  void optionsThatExcludeEachOther() {
    assertRefused(
        "--stages and --rate exclude each other", file, "1", "--stages", "1:1", "--rate", "1");
    assertRefused(
        "--duration and --repeat exclude each other",
        file,
        "1",
        "--duration",
        "1",
        "--repeat",
        "2");
    assertRefused(
        "--rate and --phases exclude each other", file, "1", "--rate", "1", "--phases", "1x1,N");
  }

  @Test
  void anAtSignBeginsANameAndNoFileOfArguments() {
    assertRefused("@" + file + ": no such file", "@" + file, "1");
  }

  @Test
  void aNameThatWouldDriveATerminalIsShownOnOneLineWithoutDoingSo() {
    assertRefused("a?b?[2J: no such file", "a\nb\u001b[2J", "1");
    assertRefused("Unknown option: '--?[2J'", file, "1", "--\u001b[2J");
  }

  @Test
  void helpIsNoError() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("FILE", "N", "--url", "--repeat", "--timeout", "--run-id", "--resume", "--help");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  private void assertRefused(String expected, String... args) {
    err.reset();
    assertThat(run(args)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).startsWith("client: ").contains(expected);
    assertThat(err.toString(UTF_8).lines()).hasSize(1);
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  private int run(String... args) {
    Console console =
        new Console(
            "client", new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);
    return Main.run(args, Map.of(), console, new StopSignal());
  }
}
