package pipeline.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.lab.experiment.design.Design;
import pipeline.lab.experiment.design.Factor;
import pipeline.lab.experiment.design.Schedule;
import pipeline.lab.experiment.design.Schedule.Slot;
import pipeline.lab.experiment.result.Launch;
import pipeline.lab.experiment.result.Launch.Status;
import pipeline.lab.experiment.result.Metric;

class DataFilesTest {
  private static final List<Factor> FACTORS =
      List.of(new Factor("threads", List.of("1")), new Factor("queue", List.of("classic")));

  @Test
  void hasARowForEachLaunchAndQuotesWhatItSays(@TempDir Path directory) throws IOException {
    Design design = Design.allCombinations(FACTORS, cell -> Optional.empty());
    List<Slot> slots = new Schedule(design, 1).blocks(1);
    Map<Metric, Double> values = Map.of(Metric.LINES_PER_SECOND, 1234.5, Metric.PRESSURE, 0.1);
    Path path = directory.resolve("experiment.csv");
    DataFiles.append(
        path, FACTORS, new Launch(slots.get(0), Status.OK, "", values, List.of(0, 12, 0)));
    DataFiles.append(
        path,
        FACTORS,
        Launch.failed(slots.get(1), Status.FAILED, "it said \"no\", twice\nand left"));

    List<String> rows = Files.readAllLines(path);
    assertThat(rows).hasSize(3);
    assertThat(rows.get(0))
        .startsWith("block,position,role,threads,queue,status,note,throughput,requests,");
    assertThat(rows.get(1))
        .startsWith("0,0," + slots.get(0).role() + ",1,classic,OK,,1234.5,,")
        .endsWith(",0.1,0 12 0");
    assertThat(rows.get(2)).contains(",FAILED,\"it said \"\"no\"\", twice and left\",,");
  }
}
