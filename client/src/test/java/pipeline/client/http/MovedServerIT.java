package pipeline.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import pipeline.client.Main;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.Java;
import pipeline.testkit.process.Tool;

/** A retry goes where the server's name points by then, as when a container starts again. */
@Timeout(60)
class MovedServerIT {
  @TempDir Path dir;

  @Test
  void aNameThatIsGoneAndThenPointsElsewhereIsAskedForAgain() throws Exception {
    Path hosts = pipe("hosts");
    Path lines = Files.writeString(dir.resolve("lines.txt"), "a line\n");
    try (StubServer server = new StubServer()) {
      int port = URI.create(server.url()).getPort();
      String url = "http://server.test:" + port + "/server";
      ProcessBuilder java = Java.main(Main.class, lines.toString(), "1", "--url", url);
      java.environment().put("JDK_JAVA_OPTIONS", "-Djdk.net.hosts.file=" + hosts);
      try (ChildProcess client = ChildProcess.startApart("client", java, dir)) {
        FutureTask<Void> told = new FutureTask<>(() -> tell(hosts, "", "127.0.0.9", "127.0.0.1"));
        Thread names = new Thread(told, "names");
        names.setDaemon(true);
        names.start();

        assertThat(client.await()).as(client.err()).isZero();

        told.get();
        assertThat(server.received()).hasSize(1);
      }
    }
  }

  /** Tells where the server is: each time that it is asked for the next, the last for good. */
  private Void tell(Path hosts, String... addresses) throws IOException {
    for (int i = 0; i < addresses.length; i++) {
      String line = addresses[i].isEmpty() ? "" : addresses[i] + " server.test\n";
      boolean last = i == addresses.length - 1;
      Path next = last ? Files.writeString(dir.resolve("last"), line) : pipe("next");
      try (Writer asked = Files.newBufferedWriter(hosts)) { // waits until somebody reads
        Files.move(next, hosts, StandardCopyOption.ATOMIC_MOVE);
        asked.write(line);
      }
    }
    return null;
  }

  private Path pipe(String name) throws IOException {
    Path pipe = dir.resolve(name);
    Tool.run("mkfifo", pipe.toString());
    return pipe;
  }
}
