package pipeline.client.report;

import static pipeline.client.input.BadInputException.refuseIf;

import com.fasterxml.jackson.core.JsonParseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pipeline.client.input.BadInputException;
import pipeline.client.input.JsonTree;
import pipeline.client.workload.Part;
import pipeline.wire.process.Console;

/** The results of the clients of a fleet, which must be all of them, of one run and one input. */
public final class Fleet {
  /** What the runs of all clients have in common. */
  private static final String SAME =
      "id workload inputLines requests seed checksum linesPerRequest rounds parts";

  private Fleet() {}

  /**
   * The result of one client.
   *
   * @param file its name
   * @param startNanos when its first step began, in nanoseconds since 1970 by the servers' clock,
   *     if they have told it, so that those of several clients can be compared
   */
  record Result(String file, JsonTree json, long startNanos) {
    /**
     * Reads a file.
     *
     * @throws BadInputException if it is no result that can be added up
     */
    static Result read(String file) {
      JsonTree json = Fleet.json(file);
      try {
        JsonTree run = json.at("run");
        Instant start = Instant.parse(run.at("startedAt").text().orElseThrow());
        long millis = start.toEpochMilli() + run.at("serverAheadMillis").whole().orElse(0);
        Result result = new Result(file, json, TimeUnit.MILLISECONDS.toNanos(millis));
        MergedResult.of(List.of(result), List.of());
        return result;
      } catch (RuntimeException e) { // a member is not there, or not as ResultJson writes it
        throw new BadInputException(
            file + ": has no histograms; only results of this release can be merged");
      }
    }

    JsonTree run() {
      return json.at("run");
    }

    Part part() {
      return new Part(
          (int) MergedResult.whole(run(), "part"), (int) MergedResult.whole(run(), "parts"));
    }

    List<JsonTree> elements(String array) {
      return json.at(array).elements();
    }

    private OptionalLong aheadMillis() {
      return run().at("serverAheadMillis").whole();
    }
  }

  /**
   * Reads a file of {@code --json}.
   *
   * @param file its name, {@code -} for standard input
   * @throws BadInputException if it is none
   */
  static JsonTree json(String file) {
    try {
      byte[] json = file.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
      JsonTree tree = JsonTree.parse(json);
      if (tree.at("format").text().filter(ResultJson.FORMAT::equals).isPresent()) {
        return tree;
      }
    } catch (JsonParseException e) {
      throw new BadInputException(file + ": is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new BadInputException(file + ": " + Console.reason(e));
    }
    throw new BadInputException(file + ": is not a result of --json (" + ResultJson.FORMAT + ")");
  }

  /**
   * Reads the files of {@code --json} of all clients and adds them up; warns of clocks that differ.
   *
   * @param arguments the command line
   * @throws BadInputException if they cannot be added up
   */
  public static MergedResult merge(List<String> files, List<String> arguments, Console console) {
    List<Result> parts = files.stream().map(Result::read).toList();
    Stream.of(SAME.split(" ", -1)).forEach(name -> refuseAnother(parts, name));
    refuseUnlessComplete(parts);
    warnOfClocks(parts, console);
    return MergedResult.of(parts, arguments);
  }

  private static void refuseAnother(List<Result> parts, String name) {
    Result first = parts.get(0);
    Object wanted = first.run().at(name).value();
    for (Result part : parts) {
      Object value = part.run().at(name).value();
      refuseIf(
          !Objects.equals(value, wanted),
          "%s: has another %s (%s) than %s (%s)"
              .formatted(part.file(), name, value, first.file(), wanted));
    }
  }

  private static void refuseUnlessComplete(List<Result> parts) {
    int of = parts.get(0).part().of();
    List<Integer> all = IntStream.rangeClosed(1, of).boxed().toList();
    List<Integer> numbers = parts.stream().map(part -> part.part().number()).sorted().toList();
    refuseIf(
        !numbers.equals(all),
        "not each part of the fleet once: of " + of + " parts these are results of " + numbers);
  }

  private static void warnOfClocks(List<Result> parts, Console console) {
    List<Result> told = parts.stream().filter(part -> part.aheadMillis().isPresent()).toList();
    if (told.isEmpty()) {
      return;
    }
    Comparator<Result> byClock = Comparator.comparingLong(part -> part.aheadMillis().getAsLong());
    Result behind = Collections.max(told, byClock);
    Result other = Collections.min(told, byClock);
    double apart = (behind.aheadMillis().getAsLong() - other.aheadMillis().getAsLong()) / 1e3;
    if (apart > 1) {
      console.tell(
          String.format(
              Locale.ROOT,
              "the clock of %s is %.1f s behind that of %s, by the Date of their servers, which"
                  + " their seconds are put in order by",
              behind.file(),
              apart,
              other.file()));
    }
  }
}
