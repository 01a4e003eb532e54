package pipeline.lab.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.wire.process.OutputFile;

/** Confirmed lines, and the pause around a kill, are read from the client's CSV while it grows. */
class ClientCsvTest {
  private static final String HEADER = "start_ms,type,latency_ms,code\n";

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("client.csv");
  }

  private void append(String rows) throws IOException {
    Files.writeString(file(), rows, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void countsTheWholeRowsOfLinesAsTheyAreWritten() throws IOException {
    ClientCsv csv = new ClientCsv(file());
    assertThat(csv.answered()).isZero();
    append(HEADER);
    assertThat(csv.answered()).isZero();
    append("100,POST,1.0,200\n101,GET,1.0,200\n102,POST,1.");
    assertThat(csv.answered()).isEqualTo(1);
    append("0,200\n103,POST,2.0,503\n");
    assertThat(csv.answered()).isEqualTo(3);
  }

  @Test
  void aRequestHasAsManyLinesAsItsRowSays() throws IOException {
    ClientCsv csv = new ClientCsv(file());
    append("start_ms,type,latency_ms,code,lines\n100,POST,1.0,200,7\n101,POST,1.0,200,30\n");
    assertThat(csv.answered()).isEqualTo(37);
  }

  @Test
  void whatIsWrittenBesideIsReadAndAnOlderFileOfThatNameIsNot() throws IOException {
    append(HEADER + "1,POST,1.0,200\n".repeat(9));
    Files.setLastModifiedTime(file(), FileTime.fromMillis(1_000));
    ClientCsv csv = new ClientCsv(file());
    assertThat(csv.answered()).isZero();
    try (OutputFile.Draft draft = OutputFile.named("--csv", file()).open()) {
      draft.write((HEADER + "100,POST,1.0,200\n").getBytes(StandardCharsets.US_ASCII));
      assertThat(csv.answered()).isEqualTo(1);
      draft.write("101,POST,1.0,200\n".getBytes(StandardCharsets.US_ASCII));
      draft.commit();
    }
    assertThat(csv.answered()).isEqualTo(2);
  }

  /** Requests under way are a pause, that between two steps is none, and what fails is no end. */
  @ParameterizedTest
  @CsvSource({
    "1000 5.0 200; 1003 20.0 200; 1006 500.0 200; 1024 482.0 200, 483",
    "1000 4.0 200; 1005 40.0 200; 8000 6.0 200; 8006 3.0 200, 40",
    "1000 4.0 200; 1002 900.0 503; 1903 3.0 200; 1906 4000.0 GET; 1906 2.0 200, 902"
  })
  void aPauseIsTheTimeInWhichLinesAreUnderWayAndNoneIsConfirmed(String requests, double after)
      throws IOException {
    append(HEADER);
    for (String request : requests.split("; ", -1)) {
      String[] parts = request.split(" ", -1);
      boolean isRead = parts[2].equals("GET");
      append(
          "%s,%s,%s,%s%n"
              .formatted(parts[0], isRead ? "GET" : "POST", parts[1], isRead ? "200" : parts[2]));
    }
    assertThat(new ClientCsv(file()).pauses(1_010)).isEqualTo(new ClientCsv.Pauses(0, after));
  }
}
