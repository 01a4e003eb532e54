package pipeline.lab.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.rig.ServerProbe;
import pipeline.testkit.process.Await;
import pipeline.testkit.rabbit.PrivateRabbit;

/**
 * A run of the finished programs proves its counts, whatever is killed, on the embedded broker
 * unless a test says otherwise.
 */
@Tag("long")
@Timeout(600)
class JobRunIT {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  @TempDir private Path home;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Runs a text of a thousand lines with four threads. */
  private int run(String... options) throws IOException {
    return runOn("embedded", options);
  }

  private int runOn(String broker, String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of(text().toString(), "4", "--broker", broker));
    all.addAll(List.of("--out", home.resolve("out").toString()));
    all.addAll(List.of(options));
    Screen screen = new Screen(new PrintWriter(out, true), new PrintWriter(err, true));
    return Main.run(all.toArray(String[]::new), ROOT, screen);
  }

  private Path text() throws IOException {
    return Files.writeString(home.resolve("text"), "some words and\tsome more\n".repeat(1_000));
  }

  @Test
  void provesTheCountsOfFlinkOfWhichATaskManagerAndTheJobManagerWereKilled() throws Exception {
    Assumptions.assumeTrue(PrivateRabbit.isInstalled(), "RabbitMQ is not installed");
    String options =
        "--counter flink --taskmanagers 2 --partitions 2 --repeat 8 --rate 1000"
            + " --kill taskmanager --kill jobmanager";
    int code = runOn("rabbitmq", options.split(" ", 0));

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).endsWith("counts: EXACT lines=8000 words=40000 distinct=4\n");
    assertThat(err.toString()).contains("kill -9: taskmanager-1, process ");
    for (String killed : List.of("taskmanager-1", "jobmanager-1")) {
      assertThat(home.resolve("out/" + killed + ".log"))
          .content()
          .contains("killed, starting again");
    }
    assertThat(home.resolve("out/flink")).doesNotExist();
    assertThat(left()).isEmpty();
  }

  @Test
  void bothDesignsGetTheSameTextAndKillAndOnlyTheExactOneIsExact() throws Exception {
    int code = run("--repeat", "8", "--rate", "1000", "--design", "both", "--kill", "consumer");

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("counts: EXACT lines=8000 words=40000 distinct=4\n")
        .containsPattern("counts: WRONG lines=8000 lost=\\d+ .*, as this design does\n")
        .containsPattern("\ncounts +EXACT +WRONG\nlines sent +8,000 +8,000\nlines lost +0 +[1-9]");
    assertThat(left()).isEmpty();
  }

  @Test
  void aLineThatTheTextDoesNotHoldIsFound() throws Exception {
    FutureTask<Integer> running = new FutureTask<>(() -> run("--rate", "100"));
    start(running);
    awaitSent();
    Matcher server = Pattern.compile("server-1: http://127.0.0.1:(\\d+)/").matcher(err.toString());
    assertThat(server.find()).isTrue();
    ServerProbe probe = new ServerProbe(Integer.parseInt(server.group(1)));
    String key =
        String.format(Locale.ROOT, "%012x7aaa8aaaaaaaaaaaaaaa-0", System.currentTimeMillis());
    Await.until("stowaway", LIMIT, () -> probe.isAccepted(key, "stowaway"));

    assertThat(running.get()).isEqualTo(1);
    assertThat(out.toString()).endsWith("counts: WRONG lines=1000 words=5000 distinct=4\n");
    assertThat(err.toString()).contains("counts.tsv: the first differences", "> 1\tstowaway");
  }

  @Test
  void anInterruptedRunLeavesNothingRunning() throws Exception {
    FutureTask<Integer> running = new FutureTask<>(() -> run("--rate", "100"));
    Thread thread = start(running);
    awaitSent();
    assertThat(left()).isNotEmpty();

    thread.interrupt();

    assertThat(running.get()).isEqualTo(130);
    assertThat(err.toString()).endsWith("run: interrupted\n");
    assertThat(left()).isEmpty();
  }

  private static Thread start(FutureTask<Integer> running) {
    Thread thread = new Thread(running, "run");
    thread.start();
    return thread;
  }

  /** Waits until the consumer has subscribed and the client has begun. */
  private void awaitSent() throws Exception {
    Await.until(
        "client", LIMIT, () -> left().stream().anyMatch(line -> line.contains("client.jar")));
  }

  /** The command lines of the run's programs that still run. */
  private List<String> left() {
    String itsOwn = home.toString();
    return ProcessHandle.current()
        .descendants()
        .map(process -> process.info().commandLine())
        .flatMap(Optional::stream)
        .filter(line -> line.contains(itsOwn) || line.contains(".jar"))
        .toList();
  }
}
